/** Annotations of a tool that only reads. */
export const READ = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Annotations of a tool that may change or remove documents. */
export const WRITE = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

/** Annotations of a tool that only adds something. */
export const CREATE = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
