import { readFileSync } from 'node:fs';

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
}

/** A self-signed certificate for localhost, 127.0.0.1 and ::1 that nothing but tests may trust; valid until 2126. */
export const TEST_TLS = { key: fixture('test-only-key.pem'), cert: fixture('test-only-cert.pem') };
