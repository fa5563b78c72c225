import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { OpenSearchError } from '../common/index.ts';

export interface UpstreamOptions {
  /** `https://user:password@host:9200/path`. */
  readonly url: string;
  /** A PEM certificate authority; `null` for the system's. */
  readonly ca: string | null;
  /** Accepts any certificate. */
  readonly insecure?: boolean;
  /** How long the cluster may stay silent before a request fails. */
  readonly timeoutMs?: number;
}

/** Long enough for forced merges and reindexing. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** The address of a real cluster and how to connect to it: basic authentication, keep-alive, timeouts. */
export class Upstream {
  readonly #base: URL;
  readonly #authorization: string | null;
  readonly #agent: HttpAgent;
  readonly #timeoutMs: number;
  readonly #listeners: (() => void)[] = [];

  /** Throws a TypeError for an invalid URL, or one that is neither http nor https. */
  constructor({ url, ca, insecure = false, timeoutMs = DEFAULT_TIMEOUT_MS }: UpstreamOptions) {
    this.#base = new URL(url);
    const { username, password, protocol } = this.#base;
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError(`${url} is no URL of a cluster`);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization = username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#agent =
      protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: !insecure, ...(ca ? { ca } : {}) })
        : new HttpAgent({ keepAlive: true });
    this.#timeoutMs = timeoutMs;
  }

  /** Begins a request without its body. A timeout destroys it with an error that says so. */
  request(method: string, path: string, headers: Readonly<Record<string, string | string[]>>): ClientRequest {
    const { protocol, hostname, port, pathname } = this.#base;
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      agent: this.#agent,
      method,
      // Strips the brackets of an IPv6 address, which belong to URLs only.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      path: pathname.replace(/\/$/, '') + path,
      headers: this.#authorization === null ? headers : { ...headers, authorization: this.#authorization },
      timeout: this.#timeoutMs,
    });
    request.on('timeout', () => request.destroy(new SilenceError(this.#timeoutMs)));
    return request;
  }

  /** `listener` is called after requests that may have changed more than documents. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
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
    super(`it was silent for ${timeoutMs} ms`);
  }
}
