import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { OpenSearchError } from '../common/index.ts';
import { type AwsAccess, signedHeaders } from './awsSignature.ts';

export interface UpstreamOptions {
  /** `https://user:password@host:9200/path`. */
  readonly url: string;
  /** A certificate authority's PEM text; null: the system's. */
  readonly ca: string | null;
  /** The certificate by which the cluster knows its clients, and its key (PEM texts). */
  readonly identity?: { readonly cert: string; readonly key: string } | null;
  /** Takes any certificate. */
  readonly insecure?: boolean;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs every request. */
  readonly aws?: AwsAccess | null;
  /** Silence after which a request is given up. */
  readonly timeoutMs?: number;
}

/** As long as forced merges and reindexing keep silent. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** Where a real cluster is, and how its requests are begun: authentication, keep-alive, a limit of silence. */
export class Upstream {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #aws: AwsAccess | null;
  readonly #agent: HttpAgent;
  readonly #timeoutMs: number;
  readonly #listeners: (() => void)[] = [];

  /** Throws a TypeError for a URL that is none, or neither http nor https. */
  constructor(options: UpstreamOptions) {
    const { url, ca, identity, insecure = false, aws = null, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    this.#base = new URL(url);
    const { username, password, protocol } = this.#base;
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`${url} is no URL of a cluster`);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#headers = { ...options.headers, ...(username === '' ? {} : { authorization }) };
    this.#aws = aws;
    this.#agent =
      protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: !insecure, ...identity, ...(ca ? { ca } : {}) })
        : new HttpAgent({ keepAlive: true });
    this.#timeoutMs = timeoutMs;
  }

  /** Whether requests are signed: `request` needs the body then. */
  get isSigned(): boolean {
    return this.#aws !== null;
  }

  /** A request whose body the caller sends. Silence destroys it with an error that says so. */
  request(
    method: string,
    path: string,
    given: Readonly<Record<string, string | string[]>>,
    body: string | Uint8Array = '',
  ): ClientRequest {
    const { protocol, host, hostname, port, pathname } = this.#base;
    const whole = pathname.replace(/\/$/, '') + path;
    const headers = { ...given, ...this.#headers };
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      agent: this.#agent,
      method,
      // Brackets of an IPv6 address belong to URLs only.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: whole,
      headers: this.#aws ? signedHeaders({ method, host, path: whole, headers, body }, this.#aws) : headers,
      timeout: this.#timeoutMs,
    });
    request.on('timeout', () => request.destroy(new SilenceError(this.#timeoutMs)));
    return request;
  }

  /** `listener` is told of answers to requests that may have changed more than documents. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** What a client is told of a useless answer, or none: 401 as it came, 504 for silence, 502 for all else. */
  failure(error: Error, answered = 502): OpenSearchError {
    const { protocol, host } = this.#base;
    const status = error instanceof SilenceError ? 504 : answered === 401 ? 401 : 502;
    const reason = `the cluster at ${protocol}//${host} cannot be used: ${error.message}`;
    return new OpenSearchError('runtime_exception', reason, { status });
  }

  /** Closes the connections that are idle. */
  close(): void {
    this.#agent.destroy();
  }
}

class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`it was silent for ${timeoutMs} ms`);
  }
}
