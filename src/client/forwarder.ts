import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { limits, OpenSearchError } from '../common/index.ts';
import type { Upstream } from './upstream.ts';

/** Headers that concern one connection only, and what the cluster must not see of ours. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'origin', 'referer', 'expect'],
]);

/** Hands requests to a real cluster and its answers back as they are, without holding either. */
export class Forwarder {
  readonly #upstream: Upstream;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /**
   * Resolves when the answer is on its way; `onAnswer` may look at it. Throws runtime_exception (502, 504) when there is
   * none. What is signed is read whole before it goes on.
   */
  async forward(
    req: IncomingMessage,
    res: ServerResponse,
    onAnswer?: (answer: IncomingMessage) => void,
  ): Promise<void> {
    const body = this.#upstream.isSigned ? await bodyOf(req) : undefined;
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? asked(req.headers) : passed(req.headers);
      const request = this.#upstream.request(req.method ?? 'GET', target(req.url), headers, body);
      const failed = (error: Error): void => reject(this.#upstream.failure(error));
      request.on('error', failed);
      request.on('response', (answer) => {
        if (!isRead(req)) this.#upstream.changed();
        res.writeHead(answer.statusCode ?? 502, passed(answer.headers));
        answer.on('error', () => res.destroy());
        answer.pipe(res);
        onAnswer?.(answer);
        resolve();
      });
      res.once('close', () => {
        if (!res.writableFinished) request.destroy();
      });
      if (body === undefined) req.pipe(request);
      else request.end(body);
    });
  }
}

/** Throws illegal_argument_exception (413) for more than a request may have. */
async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const most = limits.bodyBytes.value;
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      const reason = `a request that is signed has at most ${most} bytes`;
      throw new OpenSearchError('illegal_argument_exception', reason, { status: 413 });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const READS = /\/_(?:search|msearch|count|mget)\b/;

/** Whether a request changes no mapping and no setting; one that is not known is taken for one that does. */
function isRead({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || READS.test(url);
}

/** `/_ext/` is a name of this server's own for the plugins' prefix. */
function target(url = '/'): string {
  return url.replace(/^\/_ext\//, '/_plugins/');
}

/** A body of unknown length stays one, also where Node would not expect a body (GET, DELETE). */
function asked(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return { ...passed(headers), ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) };
}

function passed(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}
