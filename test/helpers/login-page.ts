import { send, type RawReply } from './raw-request.js';

const FORM = 'application/x-www-form-urlencoded';

/** What a browser does with a login page. */
export class LoginPage {
  private readonly origin: string;
  private readonly path: string;

  constructor(readonly url: string) {
    const { origin, pathname } = new URL(url);
    this.origin = origin;
    this.path = pathname;
  }

  /** @param headers replace the usual ones */
  open(headers: Readonly<Record<string, string | undefined>> = {}): Promise<RawReply> {
    return send(this.origin, { method: 'GET', path: this.path, headers });
  }

  type(password: string, headers: Readonly<Record<string, string | undefined>> = {}): Promise<RawReply> {
    return send(this.origin, {
      path: this.path,
      headers: { origin: this.origin, 'content-type': FORM, ...headers },
      body: new URLSearchParams({ password }).toString(),
    });
  }
}
