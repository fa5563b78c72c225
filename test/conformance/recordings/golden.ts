import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ExactJsonValue, JsonDouble, parseJsonExact } from '../../../src/common/index.ts';
import { ask } from '../../support/http.ts';

/** The recorded cases: requests, and what the real engine answered. */

export interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly body?: ExactJsonValue;
  readonly raw?: string;
  readonly ndjson?: boolean;
  /** The change of every k-NN counter since the case began. */
  readonly stats?: boolean;
  /** The answer before, as it is, is the body. */
  readonly paste?: boolean;
  readonly save?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface GoldenCase {
  readonly id: string;
  readonly area: string;
  readonly kind: 'exact' | 'error' | 'beyond';
  readonly steps: readonly Step[];
  readonly answers: readonly Answer[];
  /** The real engine does not answer the same twice: only the status is compared. */
  readonly weak?: boolean;
}

const data = join(import.meta.dirname, 'data');

export function readGz(...parts: readonly string[]): string {
  return gunzipSync(readFileSync(join(data, ...parts))).toString('utf8');
}

export function goldenCases(): readonly GoldenCase[] {
  const lines = readGz('golden.ndjson.gz').trim().split('\n');
  return lines.map((line) => parseJsonExact(line) as unknown as GoldenCase);
}

export class GoldenClient {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async call(method: string, path: string, body: string | null, type = 'application/json'): Promise<Answer> {
    const headers: Record<string, string> = body === null ? {} : { 'content-type': type };
    // Many clients refuse bodies on GET; the engine takes them by POST alike.
    const verb = method === 'GET' && body !== null ? 'POST' : method;
    const answer = await ask(this.#base + path, { method: verb, headers, body });
    const contentType = (answer.headers.get('content-type') ?? '').split(';')[0].trim();
    return { status: answer.status, type: contentType, text: answer.text };
  }

  async put(path: string, body: unknown): Promise<Answer> {
    return this.call('PUT', path, JSON.stringify(body));
  }
}

/** Creates the data sets; `vec` in several segments, as it was recorded. */
export async function loadDataSets(client: GoldenClient): Promise<void> {
  const names = readdirSync(join(data, 'sets')).filter((name) => name.endsWith('.mapping.json.gz'));
  for (const file of names.sort()) {
    const name = file.replace('.mapping.json.gz', '');
    const created = await client.call('PUT', `/${name}`, readGz('sets', file));
    if (created.status !== 200) throw new Error(`${name}: ${created.text}`);
    const lines = readGz('sets', `${name}.ndjson.gz`).trimEnd().split('\n');
    const perRequest = name === 'vec' ? 400 : lines.length;
    for (let first = 0; first < lines.length; first += perRequest) {
      const body = `${lines.slice(first, first + perRequest).join('\n')}\n`;
      await client.call('POST', '/_bulk?refresh=true', body, 'application/x-ndjson');
    }
  }
}

const LEVELS = new Set([
  'graph_memory_usage',
  'graph_memory_usage_percentage',
  'cache_capacity_reached',
  'indices_in_cache',
]);
const MASKED =
  /^(training.*|total_load_time|model_index_status|circuit_breaker_triggered|cache_capacity_reached|graph_memory_usage|graph_memory_usage_percentage|nmslib_initialized|faiss_initialized|lucene_initialized)$/;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Stats = Readonly<Record<string, unknown>>;

async function readStats(client: GoldenClient): Promise<Stats> {
  const { nodes } = JSON.parse((await client.call('GET', '/_plugins/_knn/stats', null)).text) as {
    nodes: Record<string, Stats>;
  };
  return Object.values(nodes)[0];
}

/** The breaker's state outlives a case: begin with it open, and `knn/flow` with an empty cache and counters at 0. */
async function reset(client: GoldenClient, area: string): Promise<void> {
  await pause(50);
  await client.put('/_cluster/settings', { transient: { 'knn.*': null }, persistent: { 'knn.*': null } });
  if (area === 'knn/flow') {
    for (const limit of ['49%', '50%']) {
      await client.put('/_cluster/settings', { transient: { 'knn.memory.circuit_breaker.limit': limit } });
      await pause(30);
    }
  }
  await client.put('/_cluster/settings', { persistent: { 'knn.circuit_breaker.triggered': null } });
}

function statsDelta(start: Stats, now: Stats, steps: readonly Step[]): Answer {
  const mine = new Set(
    steps
      .map((step) => (step.path ?? '').replace(/^\//, '').split('/')[0])
      .filter((name) => name && !name.startsWith('_')),
  );
  const delta: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(now)) {
    if (MASKED.test(key)) continue;
    delta[key] = LEVELS.has(key) || typeof value !== 'number' ? value : value - Number(start[key] ?? 0);
  }
  const cached = Object.entries((now.indices_in_cache ?? {}) as Record<string, Record<string, unknown>>);
  delta.indices_in_cache = Object.fromEntries(
    cached
      .filter(([name]) => mine.has(name))
      .map(([name, { graph_memory_usage_percentage: _percentage, ...rest }]) => [name, rest]),
  );
  return { status: 200, type: 'stats', text: JSON.stringify(delta) };
}

function bodyOf(step: Step, before: Answer | undefined): string | null {
  if (step.paste) return before?.text ?? null;
  if (step.raw !== undefined && step.raw !== null) return step.raw;
  return step.body === undefined ? null : recordedText(step.body);
}

/** A body as it was sent when it was recorded, spaces included: errors name lines and columns. */
export function recordedText(value: ExactJsonValue): string {
  if (value instanceof JsonDouble) return value.value.toFixed(1);
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(recordedText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return asciiText(JSON.stringify(value));
  const members = Object.entries(value).map(
    ([key, member]) => `${asciiText(JSON.stringify(key))}: ${recordedText(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function asciiText(json: string): string {
  return json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Sends a case's requests one after the other. */
export async function execute(client: GoldenClient, golden: GoldenCase): Promise<readonly Answer[]> {
  if (/^(knn\/|doc\/knn|doc\/noknn|doc\/settings)/.test(golden.area)) await reset(client, golden.area);
  const start = golden.steps.some((step) => step.stats) ? await readStats(client) : {};
  const saved = new Map<string, string>();
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_all, name) => saved.get(name) ?? '');
  const answers: Answer[] = [];
  for (const step of golden.steps) {
    if (step.stats) {
      await pause(60);
      answers.push(statsDelta(start, await readStats(client), golden.steps));
      continue;
    }
    const body = bodyOf(step, answers.at(-1));
    const type = step.ndjson ? 'application/x-ndjson' : 'application/json';
    const answer = await client.call(
      step.method ?? 'GET',
      fill(step.path ?? '/'),
      body === null ? null : fill(body),
      type,
    );
    for (const [name, member] of Object.entries(step.save ?? {})) {
      const json = parse(answer.text);
      if (json && typeof json === 'object' && member in json)
        saved.set(name, String((json as Record<string, unknown>)[member]));
    }
    answers.push(answer);
  }
  return answers;
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
