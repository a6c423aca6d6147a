import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { SettingsError } from '../../config/settings-error.js';

/** Where Node's fetch finds its agent; undici's contract between its copies. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

type AgentClass = new (options: { connect: { ca: string[] } }) => object;

interface NewerTls {
  setDefaultCACertificates?(certificates: readonly string[]): void;
  getCACertificates?(type: 'default'): string[];
}

/**
 * Makes this process trust the certificates of a PEM file besides the usual ones, as NODE_EXTRA_CA_CERTS does. arangojs
 * speaks through Node's fetch, which takes no certificates of its own without a further package.
 * @throws SettingsError when the file cannot be read
 */
export function trustCertificates(file: string): void {
  const pem = readPem(file);
  const { setDefaultCACertificates, getCACertificates } = tls as NewerTls;
  if (setDefaultCACertificates && getCACertificates) {
    setDefaultCACertificates([...getCACertificates('default'), pem]);
    return;
  }
  // Nothing before Node 22.19 can change the default; there fetch gets an agent of its own class with more trust.
  void globalThis.Request;
  const holder = globalThis as { [DISPATCHER]?: object };
  const agent = (holder[DISPATCHER] ?? {}).constructor as AgentClass;
  holder[DISPATCHER] = new agent({ connect: { ca: [...tls.rootCertificates, pem] } });
}

function readPem(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError([`ARANGO_TLS_CA_FILE=${file}: ${error instanceof Error ? error.message : ''}`]);
  }
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new SettingsError([`ARANGO_TLS_CA_FILE=${file}: must be a PEM file with certificates`]);
  }
  return pem;
}
