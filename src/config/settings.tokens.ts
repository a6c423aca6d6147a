/** Token of the `CoradbSettings` of one instance. */
export const CORADB_SETTINGS = Symbol('CORADB_SETTINGS');
