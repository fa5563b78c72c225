import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { ManualClock } from '../../../src/common/index.ts';
import { type ExactJsonValue, parseJsonExact } from '../../../src/common/index.ts';
import { jsonDifference } from '../../../src/transfer/index.ts';
import { parse, readGz, recordedText } from './golden.ts';

/**
 * One long recorded session with the real k-NN plugin: requests with their answers, and between them by how much every
 * statistic had changed. Each depends on those before it, so they are replayed in order, on a clock that is moved.
 */
export interface Probe {
  /** Its place in the session, and what it was called there. */
  readonly name: string;
  readonly request: ProbeRequest | null;
  readonly response: { readonly status: number; readonly body: unknown } | null;
  /** Of the statistics between the two snapshots before. */
  readonly delta: Readonly<Record<string, unknown>> | null;
}

interface ProbeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: ExactJsonValue;
}

export function readProbes(): readonly Probe[] {
  const lines = readGz('knn-probes.ndjson.gz').trim().split('\n');
  return lines.map((line, place) => {
    const plain = JSON.parse(line) as Omit<Probe, 'name'> & { readonly note: string | null };
    const exact = parseJsonExact(line) as unknown as { readonly request?: ProbeRequest };
    const { note, response = null, delta = null } = plain;
    return { name: `${place} ${note ?? ''}`.trim(), request: exact.request ?? null, response, delta };
  });
}

/** Longer than any period of the plugin: the monitor, the file watcher, an expiry of one minute. */
const LONG_MS = 121_000;
/** By then, what a moved clock has begun has mostly ended. */
const WORK_MS = 30;
/** The snapshots between which a delta is told. */
const SNAPSHOT = '/_plugins/_knn/stats/hit_count,miss_count';
/** `[node][index][0]` of a profile. */
const NODE_OF_SHARD = /^\[[\w-]{22}\]\[/;
const NODE_OF_YAML = /^ {2}"?[\w-]{22}"?:$/m;

type Stats = Readonly<Record<string, unknown>>;

/** Replays the session; what differs, by the probe's name. */
export class ProbePlayer {
  readonly #url: string;
  readonly #clock: ManualClock;
  #before: Stats = {};
  #after: Stats = {};

  constructor(url: string, clock: ManualClock) {
    this.#url = url;
    this.#clock = clock;
  }

  async play(probes: readonly Probe[]): Promise<ReadonlyMap<string, string>> {
    const differences = new Map<string, string>();
    for (const [place, probe] of probes.entries()) {
      const again = (other: Probe | undefined): boolean =>
        other?.request != null && other.request.path === probe.request?.path && isPoll(other);
      const polling = again(probes[place - 1]) && isPoll(probe);
      // Whoever asked again and again was waiting: only the last answer tells something.
      if (polling && again(probes[place + 1])) continue;
      if (polling) await this.#wait();
      let why = await this.#difference(probe);
      for (let times = 0; polling && why !== null && times < 5; times++) {
        await setTimeout(WORK_MS);
        why = await this.#difference(probe);
      }
      if (why !== null) differences.set(probe.name, why);
    }
    return differences;
  }

  async #wait(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      this.#clock.advance(LONG_MS);
      await setTimeout(WORK_MS);
    }
  }

  async #difference(probe: Probe): Promise<string | null> {
    if (probe.request === null) return jsonDifference(masked(probe.delta), masked(this.#delta()));
    const { method, path, body } = probe.request;
    const { status, text } = await send(this.#url, method, path, bodyText(body));
    const answer = parse(text) ?? text;
    if (path.startsWith(SNAPSHOT)) {
      this.#before = this.#after;
      this.#after = onlyNode(answer);
      return null;
    }
    if (status !== probe.response?.status) return `status ${status} for ${probe.response?.status}: ${text}`;
    return jsonDifference(masked(probe.response.body), masked(answer));
  }

  #delta(): Stats {
    const rows = Object.entries(this.#after).flatMap(([name, value]) => {
      const before = this.#before[name];
      if (JSON.stringify(before) === JSON.stringify(value)) return [];
      return [[name, typeof value === 'number' ? value - Number(before) : value]];
    });
    return Object.fromEntries(rows);
  }
}

function isPoll({ request }: Probe): boolean {
  return request !== null && request.path.includes('/stats/') && !request.path.startsWith(SNAPSHOT);
}

function onlyNode(answer: unknown): Stats {
  const { nodes, ...cluster } = answer as { readonly nodes: Record<string, Stats> };
  const { circuit_breaker_triggered } = cluster as Stats;
  return { ...Object.values(nodes)[0], circuit_breaker_triggered };
}

/** A bulk body was recorded as its lines, a broken one as a text. */
function bodyText(body: ExactJsonValue): string | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string') return body;
  if (Array.isArray(body)) return `${body.map(recordedText).join('\n')}\n`;
  return recordedText(body);
}

/** Unlike fetch, sends bodies with GET. */
function send(
  base: string,
  method: string,
  path: string,
  body: string | null,
): Promise<{ readonly status: number; readonly text: string }> {
  const type = body?.endsWith('\n') ? 'application/x-ndjson' : 'application/json';
  const headers =
    body === null ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, base), { method, headers }, async (incoming) => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(pieces).toString() });
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

/** Of a profile: how long things took, and how often the original called what we do not have. */
const MEASURED = new Set(['time_in_nanos', 'rewrite_time', 'breakdown']);

/** The node's id, shares of the default limit (of another machine's memory), uuids of indices and times measured. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'string') {
    return value
      .replace(NODE_OF_YAML, '  NODE:')
      .replace(/(\[[\w-]+\/)[\w-]{22}\]/g, '$1*]')
      .replace(NODE_OF_SHARD, '[*][');
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => {
    if (MEASURED.has(key)) return [key, 'measured'];
    if (key.endsWith('percentage') && typeof member === 'number' && Math.abs(member) < 0.001)
      return [key, 'share'];
    return [key, masked(member)];
  });
  const nodes = (value as { readonly nodes?: unknown }).nodes;
  if (nodes && typeof nodes === 'object') {
    return { ...Object.fromEntries(entries), nodes: Object.values(masked(nodes) as object) };
  }
  return Object.fromEntries(entries);
}
