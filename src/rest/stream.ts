import type { ServerResponse } from 'node:http';
import type { RestBody } from './response.ts';

/** Sends a response that continues until the client disconnects or its writer closes it. */
export function sendStream(
  { contentType, start }: Extract<RestBody, { kind: 'stream' }>,
  status: number,
  res: ServerResponse,
): void {
  res.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
  res.flushHeaders();
  let open = true;
  const end = start({
    write: (text) => {
      if (open) res.write(text);
    },
    waitingBytes: () => res.writableLength,
    close: () => res.destroy(),
  });
  res.once('close', () => {
    open = false;
    end();
  });
}
