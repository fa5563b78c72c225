import { connect, type Socket } from 'node:net';
import { CircuitBreakers, ManualClock } from '../../../src/common/index.ts';
import { WaitingAnswers } from '../../../src/rest/waitingAnswers.ts';
import { ask, attempt, joined, type LimitCase, many, type Place, type Reply } from './limitCase.ts';

/** A document of as many bytes. */
const document = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const line = (bytes: number): string => `{"index":{}}\n${document(bytes)}\n`;
const URL_AROUND = 'GET  HTTP/1.1'.length;

function open({ node }: Place): Socket {
  const { hostname, port } = new URL(node.url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** What comes back for bytes as they are. */
function raw(place: Place, bytes: string): Promise<Reply> {
  return new Promise((resolve) => {
    let text = '';
    const socket = open(place).on('data', (chunk) => {
      text += chunk;
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
    socket.write(bytes);
  });
}

/** One more than what is taken in time does not come. */
const late = (set: number, start: string, rest: string): Pick<LimitCase, 'set' | 'use' | 'ownNode'> => ({
  set,
  use: (count, place) => raw(place, count <= set ? start + rest : start),
  ownNode: true,
});

/** An answer that nobody reads, `count` milliseconds long; `others` want its memory then. */
function unread(count: number, others: boolean): Promise<Reply> {
  const clock = new ManualClock();
  const breakers = new CircuitBreakers({
    clock: new ManualClock(),
    heap: () => ({ usedBytes: 0, maxBytes: 2 ** 40 }),
  });
  breakers.setLimit('request', 1000);
  let left = false;
  const res = { once: () => res, socket: { writableLength: 600 }, destroy: () => (left = true) } as never;
  const answers = new WaitingAnswers();
  const write = (): void => {
    const memory = answers.open({ breakers, clock } as never);
    memory.grow(600);
    answers.wait(res, memory, () => 600, clock);
  };
  write();
  clock.advance(count - 1);
  return attempt(() => {
    if (others) attemptQuietly(write);
    if (left) throw Object.assign(new Error('the answer was given up'), { status: 0 });
  });
}

function attemptQuietly(action: () => void): void {
  try {
    action();
  } catch {
    // Refused: the other one is still waited for.
  }
}

export const http = {
  bodyBytes: {
    set: 1000,
    use: (count) => [['POST /{index}/_doc', document(count)]],
    status: 413,
    words: 'the request body is larger than http.max_content_length [1000b]',
  },
  lineBytes: {
    set: 300,
    use: (count) => [[`GET /_cat/indices/${'a'.repeat(count - URL_AROUND - '/_cat/indices/*'.length)}*`]],
    words: 'An HTTP line is larger than 300 bytes.',
  },
  headerBytes: {
    set: 1000,
    ownNode: true,
    use: (count, place) =>
      raw(
        place,
        `GET / HTTP/1.1\r\nhost:localhost\r\nx:${'a'.repeat(count - '/hostlocalhostx'.length)}\r\n\r\n`,
      ),
    words: 'HTTP header is larger than 1000 bytes.',
  },
  headerTimeMs: {
    ...late(100, 'GET / HTTP/1.1\r\nhost: localhost\r\n', '\r\n'),
    status: 408,
    words: 'Request Timeout',
  },
  requestTimeMs: {
    ...late(
      100,
      'POST /_analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"text":',
      '"a"}',
    ),
    status: 408,
    words: 'Request Timeout',
  },
  connections: {
    set: 3,
    ownNode: true,
    async use(count, place) {
      const [idlest, ...others] = many(count, () => open(place));
      const closed = new Promise<Reply>((resolve) =>
        idlest.on('close', () => resolve({ status: 0, text: 'closed' })),
      );
      try {
        const asked = await new Promise<Reply>((resolve) => {
          others[0].on('data', () => resolve({ status: 200, text: '' }));
          others[0].write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
        });
        return count > 3 ? await closed : asked;
      } finally {
        for (const socket of [idlest, ...others]) socket.destroy();
      }
    },
    status: 0,
    words: 'closed',
  },
  inFlightBytes: {
    set: 2000,
    use: (count) => [['POST /{index}/_doc', document(count)]],
    status: 429,
    words: '[in_flight_requests] Data too large, data for [<http_request>] would be [2001/1.9kb]',
  },
  answerBytes: {
    set: 100_000,
    async use(count, place) {
      await ask(place, ['PUT /{index}/_doc/1', document(count)]);
      const headers = { 'accept-encoding': 'identity' };
      const answer = await fetch(`${place.node.url}/${place.index}/_source/1`, { headers });
      return { status: answer.status, text: await answer.text() };
    },
    status: 429,
    words: '[request] Data too large, data for [<http_response>] would be [100001/97.6kb]',
  },
  heapPercent: {
    accepted: 95,
    refused: 0,
    async use(count, place) {
      const key = 'indices.breaker.total.limit';
      await ask(place, ['PUT /_cluster/settings', { transient: { [key]: `${count}%` } }]);
      const answer = await ask(place, ['POST /{index}/_doc', document(2_000_000)]);
      await ask(place, ['PUT /_cluster/settings', { transient: { [key]: null } }]);
      return answer;
    },
    status: 429,
    words: '[parent] Data too large, data for [<http_request>] would be',
  },
  answerTimeMs: { use: (count) => unread(count, false), status: 0, words: 'the answer was given up' },
  slowReaderMs: { use: (count) => unread(count, true), status: 0, words: 'the answer was given up' },
  bulkLineBytes: {
    set: 100,
    use: (count) => [['POST /{index}/_bulk', line(count)]],
    words: 'A line of the body has [101] bytes, more than the limit of [100]',
  },
  multiSearches: {
    set: 2,
    use: (count) => [['POST /{index}/_msearch', joined(count, '{}\n{}\n', '')]],
    words: 'The msearch request has [3] searches, more than the limit of [2]',
  },
  jsonMembers: {
    set: 20,
    use: (count) => [['POST /{index}/_doc', `{${many(count, (i) => `"m${i}":1`).join()}}`]],
    words: 'JSON has more members than the limit of 20',
  },
  jsonDepth: {
    set: 10,
    index: { mappings: { enabled: false } },
    use: (count) => [['POST /{index}/_doc', `{"a":${'['.repeat(count - 1)}1${']'.repeat(count - 1)}}`]],
    words: 'JSON nesting is deeper than the limit of 10',
  },
} satisfies Readonly<Record<string, LimitCase>>;
