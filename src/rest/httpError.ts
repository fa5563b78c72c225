/** A refusal below the level of APIs: `{"error": "…", "status": 405}`, the original's short form. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `no handler found` answers carry no status member. */
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

export function methodNotAllowed(uri: string, method: string, allowed: readonly string[]): HttpError {
  const reason = `Incorrect HTTP method for uri [${uri}] and method [${method}], allowed: [${allowed.join(', ')}]`;
  return new HttpError(405, reason, { headers: { allow: allowed.join(',') } });
}

export function noHandler(uri: string, method: string): HttpError {
  return new HttpError(400, `no handler found for uri [${uri}] and method [${method}]`, {
    withStatus: false,
  });
}
