import { InputError } from '../../errors/call-error.js';
import { URI_TEMPLATES } from './uri-templates.js';
import { shortened } from '../../text/cut-text.js';

/** What a resource of this server is about. */
export interface SchemaAddress {
  readonly database: string;
  /** Written as the tools take it: perhaps with its owner, perhaps quoted. The whole schema without it. */
  readonly object?: string;
  readonly json: boolean;
}

const FORMS = Object.values(URI_TEMPLATES).join(', ');
const MAX_OBJECT_CHARS = 600;

/** The URI of a schema or of one object of it; every name is percent-encoded, `/` included. */
export function schemaUri({ database, object, json }: SchemaAddress): string {
  const schema = `coradb://${encodeURIComponent(database)}/schema${json ? '.json' : ''}`;
  return object === undefined ? schema : `${schema}/${encodeURIComponent(object)}`;
}

/**
 * Reads a URI strictly: exactly one of the forms above. Characters that need no encoding to be told apart, such as
 * blanks and Korean letters, may also stand as they are.
 *
 * @throws InputError that says which part is wrong
 */
export function parseSchemaUri(uri: string): SchemaAddress {
  const [, database, json, object] =
    /^coradb:\/\/([^/?#]+)\/schema(\.json)?(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  if (database === undefined) {
    throw new InputError(`${shown(uri)} is not the URI of a resource here.`, {
      hint: `The forms are ${FORMS}; a "/", "?" or "#" in a name is written %2F, %3F or %23.`,
    });
  }
  const address = {
    database: decoded('database', database),
    json: json !== undefined,
    ...(object !== undefined && { object: decoded('object', object) }),
  };
  if ((address.object?.length ?? 0) > MAX_OBJECT_CHARS) {
    throw new InputError(`The object in the URI has more than ${MAX_OBJECT_CHARS} characters.`);
  }
  return address;
}

function decoded(part: string, text: string): string {
  try {
    const plain = decodeURIComponent(text);
    // Half a surrogate pair passes the decoding but could not be encoded again.
    encodeURIComponent(plain);
    return plain;
  } catch {
    throw new InputError(`The ${part} in the URI, ${shown(text)}, is not percent-encoded UTF-8.`, {
      hint: 'A "%" in a name is written %25.',
    });
  }
}

function shown(text: string): string {
  return JSON.stringify(shortened(text, 200));
}
