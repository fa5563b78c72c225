import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openRockpool } from '../../../src/library/index.ts';
import { startServer } from '../../support/server.ts';
import type { HostileInput } from '../hostile/input.ts';

/** What inputs are sent to. */
export interface Target {
  readonly connections: number;
  ask(input: HostileInput): Promise<Answer>;
  /** What was wrong with it in the end. */
  close(): Promise<readonly string[]>;
}

export interface Answer {
  /** 0: none came, `body` says why. */
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

export const FOLDER_PREFIX = 'rockpool-malformed-';
const DEADLINE_MS = 15_000;
const CONNECTIONS = 8;
const LATE: Answer = { status: 0, body: `not within ${DEADLINE_MS} ms`, type: '' };

export const targets = { server: openServer, pool: openPool } as const;

export type TargetName = keyof typeof targets;

/** The built server with a folder of its own, by sockets. */
async function openServer(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  const watch = pathToFileURL(join(import.meta.dirname, './watchPrototypes.mjs')).href;
  const server = await startServer(['--data', join(folder, 'data')], { NODE_OPTIONS: `--import ${watch}` });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return {
    connections: CONNECTIONS,
    ask: (input) => askServer(agent, server.url, input),
    async close() {
      agent.destroy();
      const exitCode = await server.stop();
      const wrong: string[] = [];
      if (exitCode === 86) wrong.push('a prototype was changed');
      else if (exitCode !== 0) wrong.push(`the server ended with ${exitCode}`);
      if (readdirSync(folder).join() !== 'data')
        wrong.push(`files outside the data folder: ${readdirSync(folder)}`);
      rmSync(folder, { recursive: true, force: true });
      return wrong;
    },
  };
}

function askServer(
  agent: Agent,
  url: string,
  { method, path, headers, body }: HostileInput,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent };
  return new Promise((resolve) => {
    const sent = request({ ...options, timeout: DEADLINE_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      const type = String(response.headers['content-type'] ?? '');
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), type }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error(LATE.body)));
    sent.on('error', (error) => resolve({ status: 0, body: String(error), type: '' }));
    sent.end(body);
  });
}

const watched = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const keyCounts = (): string => watched.map((prototype) => Reflect.ownKeys(prototype).length).join();

/** An engine in this process, without sockets: what a request costs is spent on the engine. */
async function openPool(): Promise<Target> {
  const pool = await openRockpool();
  const before = keyCounts();
  return {
    connections: 1,
    async ask({ method, path, headers = {}, body = null }) {
      // What is no URL goes by sockets only.
      if (!URL.canParse(path, 'http://localhost')) return { status: 400, body: '', type: '' };
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Answer>((resolve) => {
        timer = setTimeout(resolve, DEADLINE_MS, LATE);
      });
      const asked = pool.request(method, path, body, headers as Record<string, string>);
      const answer = asked.then(
        ({ status, text, headers: found }) => ({ status, body: text, type: found['content-type'] ?? '' }),
        (error) => ({ status: 0, body: String(error), type: '' }),
      );
      const first = await Promise.race([answer, late]);
      clearTimeout(timer);
      return first;
    },
    async close() {
      await pool.close();
      return keyCounts() === before ? [] : ['a prototype was changed'];
    },
  };
}
