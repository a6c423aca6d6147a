import { availableParallelism } from 'node:os';

/** Enough to create the sample data, in MB. */
const LEAST_MEMORY_MB = 256;

/**
 * How a DuckDB instance is opened: no file, network, extension or setting can be reached from SQL.
 * Order matters: DuckDB refuses `temp_directory` once external access is off. The empty temporary directory keeps
 * large sorts inside `memory_limit` instead of spilling to disk.
 * @param memoryMb most memory of the buffers of all statements of the database together, in MB; what functions build
 *   up besides is not counted by DuckDB
 */
export function sandboxOptions(memoryMb = LEAST_MEMORY_MB): Record<string, string> {
  return {
    temp_directory: '',
    max_temp_directory_size: '0KiB',
    memory_limit: `${memoryMb}MiB`,
    max_expression_depth: '1000',
    threads: String(Math.min(4, Math.max(1, availableParallelism()))),
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
}
