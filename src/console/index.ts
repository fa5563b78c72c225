import { type RestResponse, type Route, routes } from '../rest/index.ts';

/** The texts of the console's files, by name; `node/` reads them (dist/console). */
export type ConsoleAssets = ReadonlyMap<string, () => string>;

/** Where the console's page is: it holds no data, and asks for them itself. */
export const CONSOLE_PAGES = ['/_console', '/_console/index.html'] as const;

/** Nothing but this server: no inline scripts, no frames, no other hosts. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // A page that opens the console by a script gets no hold of its window.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  svg: 'image/svg+xml; charset=UTF-8',
};

/** With a digest of what is in it in its name, a file never changes. */
const FOREVER = { 'cache-control': 'private, max-age=31536000, immutable' };

function serve(name: string, text: string): RestResponse {
  const contentType = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  const headers = /-[A-Z0-9]{8}\.js$/.test(name) ? { ...HEADERS, ...FOREVER } : HEADERS;
  return { status: 200, body: { kind: 'text', text, contentType }, headers };
}

/** Rows for the routes table: `/_console` and the files that the page asks for. */
export function consoleRoutes(assets: ConsoleAssets): readonly Route[] {
  const page = assets.get('index.html') ?? (() => '');
  const files = [...assets].flatMap(([name, text]) =>
    routes([`GET|HEAD /_console/${name}`], { tag: 'console', doc: `the console's ${name}` }, () =>
      serve(name, text()),
    ),
  );
  return [
    ...routes(['GET|HEAD /_console'], { tag: 'console', doc: 'the web console' }, () =>
      serve('index.html', page()),
    ),
    ...files,
  ];
}
