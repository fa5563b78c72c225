import { Agent, request } from 'node:http';

export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const DOCUMENTS = 10_000;
/** What the slow readers ask for. */
export const LARGE_ANSWER = '/large/_search?size=400';

/**
 * A client at work. It asks at a fixed rate, whether what it has asked before is answered or not, and counts from when
 * it meant to ask: a server that stands still for a second has made everybody wait who would have come in that second.
 */
export class NormalClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  /** How often each status was answered; 0: none. */
  readonly statuses = new Map<number, number>();
  /** What went wrong where there was no answer. */
  readonly errors = new Map<string, number>();

  constructor(url: string) {
    this.#url = url;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Requests that were not answered as they should. */
  get failed(): number {
    let failed = 0;
    for (const [status, count] of this.statuses) if (status < 200 || status > 299) failed += count;
    return failed;
  }

  async fill(): Promise<void> {
    const line = (i: number): string =>
      `{"index":{"_index":"pool","_id":"${i}"}}\n{"n":${i},"tag":"t${i % 10}","text":"${'word '.repeat(100)}"}\n`;
    await this.#send('PUT', '/pool', '{"settings":{"number_of_replicas":0}}');
    const body = Array.from({ length: DOCUMENTS }, (_, i) => line(i)).join('');
    const status = await this.#send('POST', '/_bulk?refresh=true', body, 'application/x-ndjson');
    if (status !== 200) throw new Error(`the documents were refused with ${status}`);
    const large = `{"index":{"_index":"large"}}\n{"text":"${'x'.repeat(16_000)}"}\n`.repeat(400);
    await this.#send('PUT', '/large', '{"mappings":{"enabled":false}}');
    await this.#send('POST', '/_bulk?refresh=true', large, 'application/x-ndjson');
  }

  /** The work of both sides once, so that what the server loads and compiles for it belongs to the base line. */
  async warmUp(): Promise<void> {
    for (let i = 0; i < 5; i++) await this.#send('GET', LARGE_ANSWER);
    for (let i = 0; i < 400; i++) await this.#turn(i);
  }

  async read(path: string): Promise<string> {
    let text = '';
    await this.#send('GET', path, '', '', (chunk) => {
      text += chunk;
    });
    return text;
  }

  /** Delays of gets, searches, statements and writes in turn, `rate` of them a second. */
  async work(seconds: number, rate: number): Promise<Delays> {
    const delays: number[] = [];
    const start = performance.now();
    const asked: Promise<void>[] = [];
    for (let i = 0; i < seconds * rate; i++) {
      const plannedAt = start + (i * 1000) / rate;
      const wait = plannedAt - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      asked.push(
        this.#turn(i)
          .catch((error) => {
            add(this.errors, String(error));
            return 0;
          })
          .then((status) => {
            add(this.statuses, status);
            delays.push(performance.now() - plannedAt);
          }),
      );
    }
    await Promise.all(asked);
    return delaysOf(delays);
  }

  #turn(i: number): Promise<number> {
    const id = (i * 7919) % DOCUMENTS;
    switch (i % 4) {
      case 0:
        return this.#send('GET', `/pool/_doc/${id}`);
      case 1:
        return this.#send('POST', '/pool/_search', `{"query":{"term":{"tag":"t${i % 10}"}},"size":3}`);
      case 2:
        return this.#send('POST', '/_plugins/_sql', `{"query":"SELECT n FROM pool WHERE n = ${id}"}`);
      default:
        return this.#send('PUT', `/pool/_doc/${id}`, `{"n":${id},"tag":"t${id % 10}","text":"new"}`);
    }
  }

  #send(
    method: string,
    path: string,
    body = '',
    type = 'application/json',
    take: (chunk: Buffer) => void = () => undefined,
  ): Promise<number> {
    const headers = body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { method, headers, agent: this.#agent, timeout: 30_000 });
      sent.on('response', (response) => {
        response.on('data', take);
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function delaysOf(values: number[]): Delays {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
