import { readdirSync, readFileSync } from 'node:fs';

/** The byte-exact dialogues in `test/fixtures/captures`; their README explains every key. */
export interface Capture {
  readonly name: string;
  readonly about: string;
  readonly protocol: number;
  readonly handshake?: Pair;
  readonly openDatabase?: Pair;
  readonly connections?: Readonly<Record<string, { readonly handshake: Pair; readonly openDatabase: Pair }>>;
  readonly exchanges: readonly Exchange[];
  readonly expected: Expected;
}

export interface Pair {
  readonly request: string;
  readonly response: string;
}

export interface Exchange {
  readonly connection?: string;
  readonly function: string;
  readonly code?: number;
  readonly sql?: string;
  readonly params?: readonly CapturedParameter[];
  /** Hex of the whole frame, header included. */
  readonly request?: string;
  readonly response?: string;
  readonly note?: string;
  /** Sent on a connection of its own to the broker port. */
  readonly socket?: string;
}

export interface CapturedParameter {
  readonly type: string;
  readonly code: number;
  readonly value: unknown;
}

export interface ExpectedColumn {
  readonly name: string;
  readonly type: string;
  readonly elementType?: string;
  readonly precision: number;
  readonly scale: number;
  readonly nullable: boolean;
  readonly table: string | null;
  readonly autoIncrement: boolean;
}

export type ExpectedRow = readonly unknown[];

export interface ExpectedStatement {
  readonly sql?: string;
  readonly execution?: number;
  readonly statementType?: number;
  readonly columns?: readonly ExpectedColumn[];
  readonly rows?: readonly ExpectedRow[];
  readonly rowCount?: number;
  readonly affectedRows?: number;
  readonly firstRows?: readonly ExpectedRow[];
  readonly lastRows?: readonly ExpectedRow[];
  readonly generatedKeys?: {
    readonly columns: readonly ExpectedColumn[];
    readonly rows: readonly ExpectedRow[];
  };
  readonly plan?: string;
  readonly error?: { readonly code: number; readonly message?: string };
  readonly results?: readonly ExpectedStatement[];
  readonly version?: string;
}

export interface Expected {
  readonly source: string;
  readonly statements?: readonly ExpectedStatement[];
  readonly [key: string]: unknown;
}

const FOLDER = new URL('../fixtures/captures/', import.meta.url);

export function captureNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

export function loadCapture(name: string): Capture {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Capture;
}

export function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/** Function code and arguments of a request frame, split without any code of the driver. */
export function splitRequest(frame: Buffer): { code: number; args: Buffer[] } {
  const args: Buffer[] = [];
  let offset = 9;
  while (offset < frame.length) {
    const length = frame.readInt32BE(offset);
    args.push(frame.subarray(offset + 4, offset + 4 + length));
    offset += 4 + length;
  }
  return { code: frame.readUInt8(8), args };
}
