import type { IncomingMessage, ServerResponse } from 'node:http';
import { loopTurns } from '../common/index.ts';
import { hasBody } from './body.ts';

/** How long a client may go on sending what nobody reads. */
const LINGER_MS = 2000;

/** Whether some of the request's body has not come yet. Requests without a socket never say that they are complete. */
export function isUnread(req: IncomingMessage): boolean {
  return !req.complete && !req.readableEnded && hasBody(req.headers);
}

/**
 * Answers at once, and closes the connection when the client has sent the rest of its body or time is up. Closed before,
 * the client would get a reset for the bytes that are on their way, and lose the answer (RFC 9112 §9.6).
 */
export function endLingering(payload: string | Buffer, req: IncomingMessage, res: ServerResponse): void {
  res.write(payload);
  const timer = setTimeout(() => res.end(), LINGER_MS);
  req.once('end', () => res.end());
  res.once('close', () => clearTimeout(timer));
  discard(req);
}

/** One read in a turn of the event loop: bodies that nobody wants are many and large where a server is attacked. */
function discard(req: IncomingMessage): void {
  req.on('data', () => {
    req.pause();
    void loopTurns.next().then(() => req.resume());
  });
  req.resume();
}
