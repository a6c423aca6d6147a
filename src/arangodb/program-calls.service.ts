import type { CallToolResult } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { z } from 'zod';
import { ArangoSettings } from '../config/arango-settings.js';
import { GuardError, InputError } from '../errors/call-error.js';
import { RunningCalls } from '../mcp/running-calls.service.js';
import { unfitReport } from '../mcp/strategy/unfit-inputs.js';
import { toolsOf } from '../mcp/tool-names.js';
import { ARANGO_SETTINGS } from './arango.constants.js';
import type { ArangoInputs, ArangoToolName } from './arango-inputs.js';
import type { ArangoCallOptions, ArangoResult } from './arango-results.js';
import { ProgramCaller, type Caller } from './caller.js';
import { assertDatabaseAllowed } from './database-policy.js';
import { plainInput } from './plain-input.js';
import { ARANGO_TOOL_CLASSES, offeredArangoTools } from './tools/tool-classes.js';

type ToolMethod = (input: unknown, caller: Caller) => Promise<CallToolResult>;

const TOOLS = new Map(toolsOf(ARANGO_TOOL_CLASSES).map((tool) => [tool.name, tool]));

/** Calls tools for the code of the application: what MCP, its input check and the guards do around a tool. */
@Injectable()
export class ProgramCalls {
  private readonly offered: ReadonlySet<string>;

  constructor(
    private readonly modules: ModuleRef,
    private readonly running: RunningCalls,
    @Inject(ARANGO_SETTINGS) private readonly settings: ArangoSettings,
  ) {
    this.offered = new Set(offeredArangoTools(settings));
  }

  /** @throws InputError, GuardError; nothing was sent then */
  async call<Tool extends ArangoToolName>(
    name: Tool,
    input: ArangoInputs[Tool],
    options: ArangoCallOptions = {},
  ): Promise<ArangoResult> {
    const tool = TOOLS.get(name);
    if (!tool) throw new Error(`no tool ${name}`);
    this.running.assertTakesCalls();
    if (!this.offered.has(name)) {
      throw new GuardError(`The settings do not offer ${name}. Nothing was done.`, {
        hint: 'See ARANGO_WRITE_MODE, ARANGO_TOOLS and, for exports, ARANGO_BACKUP_ROOT.',
      });
    }
    const caller = callerOf(options);
    const checked = fitting(tool.parameters as z.ZodObject, plainInput(name, input));
    const { database = this.settings.database } = checked as { readonly database?: string };
    assertDatabaseAllowed(database, this.settings.databases);
    const instance = this.modules.get<Record<string, ToolMethod>>(tool.toolClass, { strict: true });
    this.running.enter();
    try {
      const reply = await instance[tool.method]?.(checked, caller);
      return reply?.structuredContent as ArangoResult;
    } finally {
      this.running.leave();
    }
  }
}

/** @throws InputError */
function callerOf({ signal, onProgress }: ArangoCallOptions): ProgramCaller {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new InputError('"signal" must be an AbortSignal.');
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new InputError('"onProgress" must be a function.');
  }
  return new ProgramCaller(signal, onProgress);
}

/** The input with its defaults. @throws InputError */
function fitting(schema: z.ZodObject, given: Readonly<Record<string, unknown>>): unknown {
  const { data, success } = schema.safeParse(given);
  if (success) return data;
  throw new InputError(unfitReport(schema, given).message);
}
