/** The URI templates of the resources (RFC 6570, level 1). */
export const URI_TEMPLATES = {
  schema: 'coradb://{database}/schema',
  object: 'coradb://{database}/schema/{object}',
  schemaJson: 'coradb://{database}/schema.json',
  objectJson: 'coradb://{database}/schema.json/{object}',
} as const;

/** The variables of one of the templates; undefined for a text that is none of them. */
export function uriVariables(template: string): readonly string[] | undefined {
  if (!Object.values<string>(URI_TEMPLATES).includes(template)) return undefined;
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
