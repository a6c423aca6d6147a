import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: object;
}

export const AUDIENCE = 'https://coradb.example/mcp';

/** An OpenID Connect issuer on a free port: discovery, keys that rotate, and tokens. */
export class Issuer {
  /** Requests for the keys so far. */
  keyRequests = 0;
  /** While set, nothing is answered. */
  away = false;
  private keys: SigningKey[] = [];
  private generation = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      if (this.away) return void request.socket.destroy();
      if (request.url === '/.well-known/openid-configuration') {
        return response.end(JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/keys` }));
      }
      if (request.url !== '/keys') return response.writeHead(404).end();
      this.keyRequests++;
      return response.end(JSON.stringify({ keys: this.keys.map(({ publicJwk }) => publicJwk) }));
    });
  }

  static async start(): Promise<Issuer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = new Issuer(server);
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Signs with a new key from now on; the old one is withdrawn. */
  async rotate(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const kid = `key-${++this.generation}`;
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
    this.keys = [{ kid, privateKey, publicJwk }];
  }

  get publicJwk(): object {
    return this.key.publicJwk;
  }

  /** A good token, with the claims replaced that are given. */
  async token(claims: JWTPayload = {}, sign: { key?: CryptoKey; kid?: string } = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      iss: this.url,
      aud: AUDIENCE,
      sub: 'user-1',
      scope: 'coradb:read',
      iat: now,
      exp: now + 60,
    };
    return new SignJWT({ ...payload, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: sign.kid ?? this.key.kid, typ: 'at+jwt' })
      .sign(sign.key ?? this.key.privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get key(): SigningKey {
    const [key] = this.keys;
    if (!key) throw new Error('the issuer has no key');
    return key;
  }
}
