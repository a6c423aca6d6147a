import { availableParallelism } from 'node:os';

/** Memory of all statements of a database together, in DuckDB's notation. */
export const MEMORY_LIMIT = '1GB';

/**
 * How a DuckDB instance is opened: no file, network, extension or setting can be reached from SQL.
 * Order matters: DuckDB refuses `temp_directory` once external access is off. The empty temporary directory keeps
 * large sorts inside `memory_limit` instead of spilling to disk.
 */
export function sandboxOptions(): Record<string, string> {
  return {
    temp_directory: '',
    max_temp_directory_size: '0KiB',
    memory_limit: MEMORY_LIMIT,
    threads: String(Math.min(4, Math.max(1, availableParallelism()))),
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
}
