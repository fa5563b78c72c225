import { decodeComponent } from './query.ts';

/** An error below the level of APIs: `{"error": "…", "status": 405}`, the original's short form. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `no handler found` responses have no status member. */
  readonly withStatus: boolean;

  constructor(
    status: number,
    reason: string,
    options: { readonly headers?: Readonly<Record<string, string>>; readonly withStatus?: boolean } = {},
  ) {
    super(reason);
    this.status = status;
    this.headers = options.headers ?? {};
    this.withStatus = options.withStatus ?? true;
  }

  toJson(): Record<string, unknown> {
    return this.withStatus ? { error: this.message, status: this.status } : { error: this.message };
  }
}

export function methodNotAllowed(url: string, method: string, allowed: readonly string[]): HttpError {
  const reason = `Incorrect HTTP method for uri [${url}] and method [${method}], allowed: [${allowed.join(', ')}]`;
  return new HttpError(405, reason, allow(allowed));
}

/** An unknown method or an undecodable path; the original treats both alike. */
export function unexpectedMethod(allowed: readonly string[]): HttpError {
  const list = allowed.length > 0 ? `, allowed: [${allowed.join(', ')}]` : '';
  return new HttpError(405, `Unexpected HTTP method${list}`, allow(allowed));
}

function allow(allowed: readonly string[]): { readonly headers: Readonly<Record<string, string>> } {
  return { headers: allowed.length > 0 ? { allow: allowed.join(',') } : {} };
}

export function noHandler(url: string, method: string): HttpError {
  return new HttpError(400, `no handler found for uri [${uriPath(url)}] and method [${method}]`, {
    withStatus: false,
  });
}

/** The path as parsed by Java's URI class: decoded; what follows two slashes is a host name. */
function uriPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^\/\/[^/]*/, '');
  return decodeComponent(path, false) ?? path;
}
