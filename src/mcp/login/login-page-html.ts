import { createHash } from 'node:crypto';

/** What a password is asked for. */
export interface LoginPlace {
  readonly database: string;
  readonly host: string;
  /** 0 where there is no broker. */
  readonly port: number;
  readonly user: string;
}

const ENGLISH = {
  title: 'Password for CoraDB',
  why: 'A call through coradb-mcp needs a password. It logs in as shown below, for this one call. It is not kept, and the AI app does not see it.',
  database: 'Database',
  server: 'Server',
  user: 'User',
  password: 'Password',
  submit: 'Log in',
  unexpected: 'Close this page if you did not expect it. It is valid for five minutes.',
  done: 'The password was passed to the call. You can close this page.',
  gone: 'This page is not valid any more. Go back to your app: it asks again when it needs a password.',
  wrong: 'This was not accepted. A password has at most 1,024 characters.',
};

const KOREAN: Texts = {
  title: 'CoraDB 비밀번호',
  why: 'coradb-mcp를 통한 호출 한 건에 비밀번호가 필요합니다. 아래의 로그인에 이 호출 동안만 쓰고 보관하지 않으며, AI 앱에는 보이지 않습니다.',
  database: '데이터베이스',
  server: '서버',
  user: '사용자',
  password: '비밀번호',
  submit: '로그인',
  unexpected: '예상하지 못한 페이지라면 닫으세요. 5분 동안만 유효합니다.',
  done: '비밀번호를 호출에 전달했습니다. 이 페이지를 닫아도 됩니다.',
  gone: '이 페이지는 더 이상 유효하지 않습니다. 앱으로 돌아가세요. 비밀번호가 필요하면 다시 묻습니다.',
  wrong: '받아들일 수 없습니다. 비밀번호는 최대 1,024자입니다.',
};

type Texts = typeof ENGLISH;
export type PageMessage = 'done' | 'gone' | 'wrong';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere;font-weight:600}' +
  'input,button{font:inherit;padding:.4rem .6rem}';

/** Nothing but the style and the form of this page works in it, and nothing keeps a copy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  // With no-referrer a browser would send the form with "Origin: null".
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  connection: 'close',
};

/** The form. @param acceptLanguage the header of the browser: Korean where it goes before English */
export function formPage({ database, host, port, user }: LoginPlace, acceptLanguage = ''): string {
  return page(acceptLanguage, (texts) => {
    const server = port === 0 || host.includes(',') ? host : `${host}:${port}`;
    const rows = [
      [texts.database, database],
      [texts.server, server],
      [texts.user, user],
    ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`);
    return (
      `<p>${texts.why}</p><dl>${rows.join('')}</dl><form method="post" autocomplete="off">` +
      `<p><label for="password">${texts.password}</label> ` +
      '<input id="password" name="password" type="password" autocomplete="off" maxlength="1024" autofocus> ' +
      `<button>${texts.submit}</button></p></form><p>${texts.unexpected}</p>`
    );
  });
}

export function messagePage(message: PageMessage, acceptLanguage = ''): string {
  return page(acceptLanguage, (texts) => `<p>${texts[message]}</p>`);
}

function page(acceptLanguage: string, body: (texts: Texts) => string): string {
  const korean = prefersKorean(acceptLanguage);
  const texts = korean ? KOREAN : ENGLISH;
  return (
    `<!doctype html><html lang="${korean ? 'ko' : 'en'}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width">' +
    `<title>${texts.title}</title><style>${STYLE}</style></head>` +
    `<body><h1>${texts.title}</h1>${body(texts)}</body></html>\n`
  );
}

/** RFC 9110 §12.5.4. */
function prefersKorean(acceptLanguage: string): boolean {
  const weight = (language: string): number =>
    acceptLanguage.split(',').reduce((most, entry) => {
      const [range = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      if (range.split('-')[0] !== language) return most;
      const q = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
      return Math.max(most, Number.isNaN(q) ? 0 : q);
    }, 0);
  const korean = weight('ko');
  const english = weight('en');
  if (korean !== english) return korean > english;
  return korean > 0 && acceptLanguage.search(/\bko\b/i) < acceptLanguage.search(/\ben\b/i);
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
