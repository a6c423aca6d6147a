/** What the settings say about the driver. */
export interface DriverOptions {
  /** `auto`, the name of an engine (`engines.ts`), a package name or a folder. */
  readonly driver: string;
  /** Folder for the files of the embedded database; in memory without it. */
  readonly embeddedDir?: string;
  /** Memory at which the process of the embedded engine is ended, in MB. */
  readonly embeddedMemoryMb?: number;
  /** Encryption of the built-in client; `off` by default. */
  readonly tls?: 'off' | 'on' | 'verify';
  /** File (PEM) with the authorities that `verify` trusts; the system's without it. */
  readonly tlsCaFile?: string;
  /** Folders from which a package is looked for, upwards; the working folder and that of this server by default. */
  readonly packageRoots?: readonly string[];
}
