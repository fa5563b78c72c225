import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Forwarder, type Upstream } from '../../client/index.ts';
import { type Clock, OpenSearchError } from '../../common/index.ts';
import { checkAccess } from '../../rest/index.ts';
import type { Exchange } from './exchange.ts';

export interface RecorderOptions {
  readonly upstream: Upstream;
  readonly clock: Clock;
  /** Called when an answer is complete. Client passwords are never included. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** Larger bodies are passed on, but not recorded. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
const LOCAL = { allowedHosts: [], allowedOrigins: [], linkedPages: [] };

/** A server that forwards everything to a cluster and reports each exchange. */
export function createRecorder({ upstream, clock, onExchange }: RecorderOptions): Server {
  const forwarder = new Forwarder(upstream);
  let requests = 0;
  return createServer((req, res) => {
    const seq = ++requests;
    const begunMs = clock.nowMs();
    const { method = 'GET', url: path = '/' } = req;
    try {
      // Web pages must not reach the cluster through this proxy, which may hold its password.
      checkAccess(req, LOCAL);
    } catch (error) {
      return fail(error, res);
    }
    // Request uncompressed answers, which can be recorded as text.
    delete req.headers['accept-encoding'];
    const asked = kept(req);
    const told = (answer: IncomingMessage): void => {
      const answered = kept(answer);
      answer.on('end', () => {
        const bodies = [asked, answered].map(({ text }) => text());
        onExchange({
          seq,
          time: new Date(begunMs).toISOString(),
          method,
          path,
          contentType: req.headers['content-type'] ?? null,
          body: bodies[0] ?? '',
          status: answer.statusCode ?? 0,
          answerType: answer.headers['content-type'] ?? null,
          answer: bodies[1] ?? '',
          tookMs: clock.nowMs() - begunMs,
          ...(bodies.includes(null) ? { cut: true } : {}),
        });
      });
    };
    forwarder.forward(req, res, told).catch((error: unknown) => fail(error, res));
  });
}

function fail(error: unknown, res: ServerResponse): void {
  if (!(error instanceof OpenSearchError) || res.headersSent) {
    res.destroy();
    return;
  }
  const headers = { 'content-type': 'application/json', connection: 'close' };
  res.writeHead(error.status, headers).end(JSON.stringify(error.toResponse()));
}

/** Buffers a body as it passes, up to a limit; `text` returns null if it was larger, or is not text. */
function kept(message: IncomingMessage): { readonly text: () => string | null } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_KEPT_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  });
  return {
    text: () => {
      if (bytes > MOST_KEPT_BYTES) return null;
      const body = Buffer.concat(chunks);
      if (message.headers['content-encoding'] !== 'gzip') return body.toString();
      try {
        return gunzipSync(body, { maxOutputLength: MOST_KEPT_BYTES }).toString();
      } catch {
        return null;
      }
    },
  };
}
