/** One hostile request. `name` is its key in expected.json. */
export interface HostileInput {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const NDJSON_TYPE = { 'content-type': 'application/x-ndjson' };

export function bare(name: string, method: string, path: string): HostileInput {
  return { name, method, path };
}

/** A request with a JSON body: text is sent as it stands, everything else is written as JSON. */
export function withJson(name: string, method: string, path: string, body: unknown): HostileInput {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { name, method, path, headers: JSON_TYPE, body: text };
}

export function withLines(name: string, path: string, body: string): HostileInput {
  return { name, method: 'POST', path, headers: NDJSON_TYPE, body };
}

export function sql(name: string, query: string): HostileInput {
  return withJson(`sql: ${name}`, 'POST', '/_plugins/_sql', { query });
}

export function search(name: string, body: unknown): HostileInput {
  return withJson(`search: ${name}`, 'POST', '/pool/_search', body);
}

/** `{"a":{"a":…}}`, as text: JSON.stringify itself dies of the deep ones. */
export function nestedObjects(depth: number, key = 'a', core = '1'): string {
  return `{"${key}":`.repeat(depth) + core + '}'.repeat(depth);
}
