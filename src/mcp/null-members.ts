/**
 * Members that are null although they may be left out are taken away: languages that write every field of a request send
 * `"params": null`, `"_meta": null` or `"cursor": null` for none. Elements of lists stay, and so do arguments of a tool
 * or prompt, where null may be a value.
 *
 * @param message what came as JSON; anything but an object is given back as it is
 */
export function withoutNullMembers(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { params, ...rest } = message;
  if (params === undefined || params === null) return rest;
  return { ...rest, params: strippedParams(params) };
}

function strippedParams(params: unknown): unknown {
  if (!isObject(params)) return params;
  const { arguments: given, ...others } = params;
  return {
    ...(stripped(others) as object),
    ...(given !== undefined && given !== null && { arguments: given }),
  };
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, stripped(member)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
