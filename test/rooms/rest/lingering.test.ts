import type { IncomingMessage } from 'node:http';
import inject from 'light-my-request';
import { expect, it } from 'vitest';
import { isUnread } from '../../../src/rest/lingering.ts';

it('has nothing left to wait for in a request without a socket whose body was read', async () => {
  const seen: boolean[] = [];
  const payload = '{"a":1}';
  const answer = await inject(
    (req, res) => {
      const request = req as IncomingMessage;
      seen.push(isUnread(request));
      request.resume().on('end', () => {
        setImmediate(() => {
          seen.push(isUnread(request));
          res.end('read');
        });
      });
    },
    { method: 'PUT', url: '/x', payload, headers: { 'content-length': String(payload.length) } },
  );
  expect(answer.payload).toBe('read');
  expect(seen).toEqual([true, false]);
});
