import { request } from 'node:http';
import type { HostileInput } from './input.ts';

export interface HostileAnswer {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
}

const PATIENCE_MS = 30_000;

/** One request on a connection of its own. Node's own client refuses some targets: they count as refused. */
export function send(url: string, input: HostileInput): Promise<HostileAnswer> {
  const { hostname, port } = new URL(url);
  const length = input.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(input.body)) };
  return new Promise((resolve) => {
    const headers = { ...input.headers, ...length };
    const options = { hostname, port, method: input.method, path: input.path, headers, timeout: PATIENCE_MS };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
        sent.destroy();
      });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    // The server may answer and hang up before it has taken all of a body that is too large.
    sent.on('error', (error) => resolve({ status: 0, body: String(error) }));
    sent.end(input.body);
  });
}

/** `400 parsing_exception`: what expected.json keeps of an answer. */
export function summary({ status, body }: HostileAnswer): string {
  return `${status} ${errorType(body)}`.trim();
}

function errorType(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { type?: unknown } | string };
    return typeof error === 'object' && error !== null
      ? String(error.type)
      : error === undefined
        ? ''
        : 'words';
  } catch {
    return '';
  }
}
