/** Values for `@name`, and collection names for `@@name`, of an AQL query. */
export type BindVars = Readonly<Record<string, unknown>>;
