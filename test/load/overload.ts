import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startServer } from '../support/server.ts';

export interface Overload {
  /** Delays of the normal client, in milliseconds: by itself, and beside the attackers. */
  readonly calm: Delays;
  readonly attacked: Delays;
  readonly failed: number;
  readonly requests: number;
  /** Resident memory, in MB. */
  readonly baseMb: number;
  readonly mostMb: number;
  readonly afterMb: number;
  readonly afterSeconds: number;
  /** The server's own figures at the end of the attack. */
  readonly load: unknown;
  readonly attackers: readonly {
    readonly name: string;
    readonly open: number;
    readonly closedByServer: number;
  }[];
  readonly exitCode: number | null;
}

export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const DOCUMENTS = 10_000;
const SETTLE_SECONDS = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A normal client beside 4,000 idle connections, 2,000 that never end their headers, 200 that read nothing of large
 * answers and 50 that send 100 MB each (times `scale`), against the built server in a process of its own.
 */
export async function overload(scale: number, seconds: number): Promise<Overload> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-overload-'));
  const script = join(folder, 'attack.mjs');
  const entry = join(import.meta.dirname, 'attackProcess.ts');
  await build({ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', format: 'esm' });
  const server = await startServer(['--data', join(folder, 'data')]);
  const client = new NormalClient(server.url);
  try {
    await client.fill();
    await client.largeAnswers();
    const calm = await client.work(Math.min(seconds, 5));
    const baseMb = residentMb(server.process.pid);
    const memory = watchMemory(server.process.pid);
    const attackers = fork(script, [new URL(server.url).port, String(scale)], { stdio: 'inherit' });
    const attacked = await client.work(seconds);
    const { failed, requests } = client;
    const load = JSON.parse(await client.load());
    const reported = once(attackers, 'message');
    attackers.send('stop');
    const [report] = await reported;
    await once(attackers, 'exit');
    const mostMb = memory.stop();
    const afterSeconds = await settle(server.process.pid, baseMb);
    const afterMb = residentMb(server.process.pid);
    const exitCode = await server.stop();
    return {
      calm,
      attacked,
      load,
      failed,
      requests,
      baseMb,
      mostMb,
      afterMb,
      afterSeconds,
      attackers: report,
      exitCode,
    };
  } finally {
    client.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds until the memory is within a tenth (or 32 MB) of what it was; SETTLE_SECONDS when it is not by then. */
async function settle(pid: number | undefined, baseMb: number): Promise<number> {
  for (let second = 0; second < SETTLE_SECONDS; second++) {
    if (residentMb(pid) <= baseMb * 1.1 + 32) return second;
    await pause(1000);
  }
  return SETTLE_SECONDS;
}

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

function watchMemory(pid: number | undefined): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** One request after the other, on connections that stay open, as a client library does. */
class NormalClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 });
  failed = 0;
  requests = 0;

  constructor(url: string) {
    this.#url = url;
  }

  close(): void {
    this.#agent.destroy();
  }

  async fill(): Promise<void> {
    const line = (i: number): string =>
      `{"index":{"_index":"pool","_id":"${i}"}}\n{"n":${i},"tag":"t${i % 10}","text":"${'word '.repeat(100)}"}\n`;
    const settings = '{"settings":{"number_of_replicas":0}}';
    await this.#send('PUT', '/pool', settings);
    const body = Array.from({ length: DOCUMENTS }, (_, i) => line(i)).join('');
    const status = await this.#send('POST', '/_bulk?refresh=true', body, 'application/x-ndjson');
    if (status !== 200) throw new Error(`the documents were refused with ${status}`);
    const large = `{"index":{"_index":"large"}}\n{"text":"${'x'.repeat(16_000)}"}\n`.repeat(400);
    await this.#send('PUT', '/large', '{"mappings":{"enabled":false}}');
    await this.#send('POST', '/_bulk?refresh=true', large, 'application/x-ndjson');
  }

  /** What the slow readers will ask for, so that the base line knows such work. */
  async largeAnswers(): Promise<void> {
    for (let i = 0; i < 5; i++) await this.#send('GET', '/large/_search?size=400');
  }

  async load(): Promise<string> {
    let text = '';
    await this.#send('GET', '/_rockpool/load', '', '', (chunk) => {
      text += chunk;
    });
    return text;
  }

  /** Delays of gets, searches, counts and writes in turn. */
  async work(seconds: number): Promise<Delays> {
    const delays: number[] = [];
    const end = performance.now() + seconds * 1000;
    for (let i = 0; performance.now() < end; i++) {
      const start = performance.now();
      const status = await this.#turn(i).catch(() => 0);
      delays.push(performance.now() - start);
      this.requests++;
      if (status < 200 || status > 299) this.failed++;
      await pause(2);
    }
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
      const sent = request(this.#url + path, { method, headers, agent: this.#agent, timeout: 10_000 });
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

function delaysOf(values: number[]): Delays {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
