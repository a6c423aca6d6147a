import { InputError } from '../../errors/call-error.js';
import { RequestFailure } from '../requests/request-failure.js';
import type { Handler } from '../strategy/wrap-handlers.js';
import { promptSchemas, type PromptSchema } from './prompt-schemas.js';

interface PromptRequest {
  readonly params: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> };
}

/** Checks the arguments of a prompt by its schema, which mcp-nest only advertises. */
export function strictPromptArguments(handler: Handler): Handler {
  return (request, context) => {
    const { params } = request as PromptRequest;
    const schema = promptSchemas().get(params.name);
    if (!schema) return handler(request, context);
    const checked = checkedArguments(schema, params.arguments ?? {});
    return handler({ ...(request as object), params: { ...params, arguments: checked } }, context);
  };
}

function checkedArguments(schema: PromptSchema, given: Readonly<Record<string, string>>): object {
  // Forms send a field that was left empty as empty text.
  const present = Object.entries(given).filter(
    ([name, value]) => value !== '' || schema.shape[name]?.isOptional() !== true,
  );
  const { data, error } = schema.safeParse(Object.fromEntries(present));
  if (data) return data;
  const issues = error?.issues.map(({ path, message }) => {
    if (path.length === 0) return message;
    const name = path.join('.');
    return `"${name}" ${given[name] === undefined ? 'is missing' : message}`;
  });
  throw RequestFailure.of(
    new InputError(`Invalid arguments: ${issues?.join('; ')}.`, {
      hint: `The arguments are ${Object.keys(schema.shape).join(', ')}.`,
    }),
  );
}
