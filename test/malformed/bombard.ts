import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pick } from '../fuzz/pick.ts';
import { type HostileInput, withJson, withLines } from '../hostile/input.ts';
import { send } from '../hostile/send.ts';
import { startServer } from '../support/server.ts';
import { type Kind, kinds } from './inputs.ts';

export interface Bombardment {
  readonly inputs: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p999: number;
  readonly slowestMs: number;
  /** Each with the line that runs it again. */
  readonly problems: readonly string[];
}

export interface BombardOptions {
  readonly seed: number;
  /** Number of the first input. */
  readonly first: number;
  readonly count: number;
}

const CONNECTIONS = 8;
const DEADLINE_MS = 15_000;
/** Answers above 499 that the original gives too. */
const RECORDED_5XX = /"type"\s*:\s*"(?:too_many_buckets_exception|k_n_n_invalid_indices_exception)"/;
const LEAK = /\n\s+at .+:\d+:\d+\)|node_modules|dist\/|rockpool-malformed/;
const POOL = {
  settings: { index: { knn: true } },
  mappings: {
    properties: {
      n: { type: 'long' },
      tag: { type: 'keyword' },
      title: { type: 'text' },
      day: { type: 'date' },
      v: { type: 'knn_vector', dimension: 4 },
    },
  },
};

/**
 * Inputs by grammar and with bytes changed against the built server with a folder of its own: none is answered with a
 * 5xx, none hangs, none shows a stack or a path, and in the end no prototype and no other file has changed.
 */
export async function bombard({ seed, first, count }: BombardOptions): Promise<Bombardment> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-malformed-'));
  const watch = pathToFileURL(join(import.meta.dirname, 'watchPrototypes.mjs')).href;
  const server = await startServer(['--data', join(folder, 'data')], { NODE_OPTIONS: `--import ${watch}` });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const problems: string[] = [];
  const delays: number[] = [];
  const start = performance.now();
  try {
    await fill(server.url);
    const cursors = await openCursors(server.url);
    let next = first;
    const worker = async (): Promise<void> => {
      while (next < first + count) {
        const number = next++;
        const input = inputOf(seed, number, cursors);
        const before = performance.now();
        const said = await judge(agent, server.url, input);
        delays.push(performance.now() - before);
        if (said !== null) problems.push(`${said}\n  ${described(input)}\n  replay: ${replay(seed, number)}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    const exitCode = await server.stop();
    if (exitCode === 86) problems.push('a prototype was changed');
    else if (exitCode !== 0) problems.push(`the server ended with ${exitCode}`);
    if (readdirSync(folder).join() !== 'data')
      problems.push(`files outside the data folder: ${readdirSync(folder)}`);
  } finally {
    agent.destroy();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  delays.sort((a, b) => a - b);
  const p999 = Math.round(delays[Math.floor(delays.length * 0.999)] ?? 0);
  const slowestMs = Math.round(delays.at(-1) ?? 0);
  return { inputs: count, seconds: (performance.now() - start) / 1000, p999, slowestMs, problems };
}

export function replay(seed: number, number: number): string {
  return `npx tsx test/malformed/run.ts --seed ${seed} --first ${number} --count 1`;
}

function inputOf(seed: number, number: number, cursors: readonly string[]): HostileInput {
  const pick = new Pick(seed, number);
  return kindOf(pick).make(pick, cursors);
}

function kindOf(pick: Pick): Kind {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let at = pick.int(1, total);
  return kinds.find(({ weight }) => (at -= weight) <= 0) ?? kinds[0];
}

function described({ method, path, body }: HostileInput): string {
  return `${method} ${path} ${JSON.stringify(body?.toString() ?? '').slice(0, 600)}`;
}

/** What is wrong with the answer; null: nothing. */
async function judge(agent: Agent, url: string, input: HostileInput): Promise<string | null> {
  const { status, body, type } = await ask(agent, url, input);
  if (status === 0) return `no answer: ${body}`;
  if (status >= 500 && !RECORDED_5XX.test(body)) return `${status} ${body.slice(0, 300)}`;
  if (LEAK.test(body) && !LEAK.test(input.body?.toString() ?? ''))
    return `a path or a stack: ${body.slice(0, 300)}`;
  if (type.startsWith('application/json') && body !== '' && status >= 400 && !isJson(body)) {
    return `no JSON: ${status} ${body.slice(0, 300)}`;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

function ask(agent: Agent, url: string, input: HostileInput): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method, path, body } = input;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const headers = { ...input.headers, ...length };
    const sent = request(
      { hostname, port, method, path, headers, agent, timeout: DEADLINE_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        const type = String(response.headers['content-type'] ?? '');
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), type }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`not within ${DEADLINE_MS} ms`)));
    sent.on('error', (error) => resolve({ status: 0, body: String(error), type: '' }));
    sent.end(body);
  });
}

async function fill(url: string): Promise<void> {
  await send(url, withJson('pool', 'PUT', '/pool', POOL));
  const document = (i: number): string =>
    JSON.stringify({
      n: i,
      tag: 'ab'.repeat(i % 5),
      title: `big fish ${i}`,
      day: '2020-01-01',
      v: [i, 1, 2, 3],
    });
  const lines = Array.from({ length: 50 }, (_, i) => `{"index":{"_id":"${i}"}}\n${document(i)}\n`);
  const { status } = await send(url, withLines('documents', '/pool/_bulk?refresh=true', lines.join('')));
  if (status !== 200) throw new Error(`the documents were refused with ${status}`);
}

async function openCursors(url: string): Promise<string[]> {
  const statements = ['SELECT n FROM pool', 'SELECT tag, n FROM pool WHERE n > 2'];
  const answers = await Promise.all(
    statements.map((query) => send(url, withJson('sql', 'POST', '/_plugins/_sql', { query, fetch_size: 5 }))),
  );
  return answers.map(({ body }) => String((JSON.parse(body) as { cursor?: string }).cursor ?? ''));
}
