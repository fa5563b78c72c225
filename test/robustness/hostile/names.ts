import { bare, type HostileInput, withJson } from './input.ts';

/** Names that would leave the data folder, or that look like another name (percent-encoded as a client sends them). */
const NAMES: readonly (readonly [string, string])[] = [
  ['dots', '..'],
  ['one dot', '.'],
  ['up and away', '..%2f..%2fetc%2fpasswd'],
  ['encoded dots', '%2e%2e'],
  ['encoded dots and slash', '%2e%2e%2f'],
  ['dots with semicolon', '..;'],
  ['encoded twice', '%252e%252e%252f'],
  ['backslash', '..%5c..%5cx'],
  ['drive', 'C:'],
  ['NUL', 'a%00b'],
  ['CR LF', 'a%0d%0ab'],
  ['256 bytes', 'a'.repeat(256)],
  ['10,000 bytes', 'a'.repeat(10_000)],
  ['uppercase', 'Pool'],
  ['underscore first', '_pool'],
  ['dash first', '-pool'],
  ['plus first', '+pool'],
  ['hash', 'a%23b'],
  ['comma', 'a,b'],
  ['quote', 'a%22b'],
  ['angle brackets', '%3Ca%3E'],
  ['pipe', 'a%7Cb'],
  ['question mark', 'a%3Fb'],
  ['star', 'po*'],
  ['colon', 'a:b'],
  ['space', 'a%20b'],
  ['right to left mark', '%E2%80%AEloop'],
  ['composed', '%C3%A9'],
  ['decomposed', 'e%CC%81'],
  ['look-alike', 'p%D0%BE%D0%BEl'],
  ['broken UTF-8', '%ff%fe'],
  ['lone surrogate', '%ED%A0%80'],
  ['broken percent', '%zz'],
  ['device con', 'con'],
  ['device nul', 'nul'],
  ['prototype', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['hasownproperty', 'hasownproperty'],
];

const TEMPLATE = { index_patterns: ['hostile-template-*'] };

export const names: readonly HostileInput[] = NAMES.flatMap(([name, text]) => [
  bare(`index name: ${name}`, 'PUT', `/${text}`),
  bare(`search in: ${name}`, 'GET', `/${text}/_search`),
  withJson(`document id: ${name}`, 'PUT', `/names/_doc/${text}`, { a: 1 }),
  withJson(`alias: ${name}`, 'PUT', `/pool/_alias/${text}`, {}),
  withJson(`template: ${name}`, 'PUT', `/_index_template/${text}`, TEMPLATE),
  bare(`node: ${name}`, 'GET', `/_nodes/${text}/stats`),
  withJson(`snapshot repository: ${name}`, 'PUT', `/_snapshot/${text}`, {
    type: 'fs',
    settings: { location: 'x' },
  }),
  withJson(`repository location: ${name}`, 'PUT', '/_snapshot/hostile', {
    type: 'fs',
    settings: { location: safeDecode(text) },
  }),
  withJson(`stored script: ${name}`, 'PUT', `/_scripts/${text}`, {
    script: { lang: 'painless', source: '1' },
  }),
  withJson(`pipeline: ${name}`, 'PUT', `/_ingest/pipeline/${text}`, { processors: [] }),
  bare(`k-NN statistic: ${name}`, 'GET', `/_plugins/_knn/stats/${text}`),
]);

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
