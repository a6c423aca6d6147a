import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { errorReply } from '../tool-reply.js';
import { unfitReport } from './unfit-inputs.js';
import type { Handler } from './wrap-handlers.js';

interface CallRequest {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

/** What mcp-nest answers, as text alone, to arguments that do not fit a tool. */
const MISFIT = 'Invalid parameters: ';

/**
 * What the arguments of tools go through on both sides of mcp-nest's own check: null for an input that takes none is the
 * same as leaving it out, inputs that a setting names are dropped, and a refusal says what came and what is right. The
 * caller's scopes are checked in between, before anything is told about inputs.
 */
export class ToolInputs {
  private readonly schemas = new Map<string, z.ZodObject>();

  /** @param ignored names of inputs that no tool has and that are dropped (`CORADB_IGNORE_INPUTS`) */
  constructor(private readonly ignored: () => readonly string[]) {}

  add(tool: string, parameters: unknown): void {
    if (parameters instanceof z.ZodObject) this.schemas.set(tool, parameters);
  }

  readonly wrap =
    (handler: Handler): Handler =>
    async (request, context) => {
      const call = request as CallRequest;
      const { params } = call;
      const schema = this.schemas.get(params.name);
      if (!schema) return handler(request, context);
      const given = withoutNulls(schema, this.kept(schema, params.arguments ?? {}));
      const result = await handler({ ...call, params: { ...params, arguments: given } }, context);
      return isMisfit(result) ? errorReply(unfitReport(schema, given)) : result;
    };

  private kept(
    { shape }: z.ZodObject,
    given: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    const ignored = this.ignored();
    const entries = Object.entries(given);
    return Object.fromEntries(
      entries.filter(([name]) => Object.hasOwn(shape, name) || !ignored.includes(name)),
    );
  }
}

/** The inputs without those that are null and may not be; also in objects whose members are known. */
function withoutNulls(
  { shape }: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (value === null && field && !field.safeParse(null).success) return [];
    const inner = field && unwrapped(field);
    return [[name, inner instanceof z.ZodObject && isObject(value) ? withoutNulls(inner, value) : value]];
  });
  return Object.fromEntries(entries);
}

function unwrapped(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? unwrapped(field.unwrap() as z.ZodType)
    : field;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMisfit(result: unknown): boolean {
  const { isError, content, structuredContent } = (result ?? {}) as Partial<CallToolResult>;
  const [only] = content ?? [];
  if (isError !== true || structuredContent !== undefined || only?.type !== 'text') return false;
  return only.text.startsWith(MISFIT);
}
