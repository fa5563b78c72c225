import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { OpenSearchError } from '../common/index.ts';
import { type AwsAccess, signedHeaders } from './awsSignature.ts';

export interface UpstreamOptions {
  /** `https://user:password@host:9200/path`. */
  readonly url: string;
  /** A PEM certificate authority; `null` for the system's. */
  readonly ca: string | null;
  /** The client certificate and its key (PEM). */
  readonly identity?: { readonly cert: string; readonly key: string } | null;
  /** Accepts any certificate. */
  readonly insecure?: boolean;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs every request for AWS. */
  readonly aws?: AwsAccess | null;
  /** How long the cluster may stay silent before a request fails. */
  readonly timeoutMs?: number;
}

/** A forwarded search. */
export interface PassingSearch {
  /** Includes parameters. */
  readonly path: string;
  readonly body: string;
}

/** Long enough for forced merges and reindexing. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** The address of a real cluster and how to connect to it: authentication, keep-alive, timeouts. */
export class Upstream {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #aws: AwsAccess | null;
  readonly #agent: HttpAgent;
  readonly #timeoutMs: number;
  readonly #listeners: (() => void)[] = [];
  readonly #searchListeners: ((search: PassingSearch) => void)[] = [];

  /** Throws a TypeError for an invalid URL, or one that is neither http nor https. */
  constructor(options: UpstreamOptions) {
    const { url, ca, identity, insecure = false, aws = null, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    this.#base = new URL(url);
    const { username, password, protocol } = this.#base;
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new TypeError(`${url} is not the URL of a cluster`);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#headers = { ...options.headers, ...(username === '' ? {} : { authorization }) };
    this.#aws = aws;
    this.#agent =
      protocol === 'https:'
        ? new HttpsAgent({
            keepAlive: true,
            rejectUnauthorized: !insecure,
            ...identity,
            ...(ca ? { ca } : {}),
          })
        : new HttpAgent({ keepAlive: true });
    this.#timeoutMs = timeoutMs;
  }

  /** Whether requests are signed, which requires their whole body. */
  get isSigned(): boolean {
    return this.#aws !== null;
  }

  /** Begins a request; the caller sends the body. A timeout destroys it with an error that says so. */
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
      // Strips the brackets of an IPv6 address, which belong to URLs only.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: whole,
      headers: this.#aws ? signedHeaders({ method, host, path: whole, headers, body }, this.#aws) : headers,
      timeout: this.#timeoutMs,
    });
    request.on('timeout', () => request.destroy(new SilenceError(this.#timeoutMs)));
    return request;
  }

  /** `listener` is called after requests that may have changed more than documents. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** `listener` is called for every forwarded search, except large ones. */
  onSearch(listener: (search: PassingSearch) => void): void {
    this.#searchListeners.push(listener);
  }

  /** Whether anyone listens to searches. */
  get isWatched(): boolean {
    return this.#searchListeners.length > 0;
  }

  searched(search: PassingSearch): void {
    for (const listener of this.#searchListeners) listener(search);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * The error for an unusable answer, or none: 401 is passed on, a timeout becomes 504, everything else 502.
   */
  failure(error: Error, answered = 502): OpenSearchError {
    const { protocol, host } = this.#base;
    const status = error instanceof SilenceError ? 504 : answered === 401 ? 401 : 502;
    const reason = `the cluster at ${protocol}//${host} cannot be used: ${error.message}`;
    return new OpenSearchError('runtime_exception', reason, { status });
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }
}

class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`no response for ${timeoutMs} ms`);
  }
}
