import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTestNode, send } from '../../support/node.ts';

/**
 * Sessions of `tables/*.txt`: `METHOD path body` (or a body of lines, indented), and after `→` the status and the answer
 * of the original: whole but for `took`, of errors the type and the reason, or what the request's filter leaves of them.
 * Each file has a node of its own.
 */
interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly answer: string;
}

function exchanges(text: string): readonly Exchange[] {
  const found = text.matchAll(/^(GET|PUT|POST|DELETE) (\S+)(?: (.*))?\n((?: .*\n)*)→ (.*)$/gm);
  return [...found].map(([, method, path, json, lines, answer]) => ({
    method,
    path,
    body: lines === '' ? json : lines.replace(/^ /gm, ''),
    answer,
  }));
}

/** What the table says of an answer. */
function told(status: number, text: string): string {
  const { took, error, ...rest } = JSON.parse(text) as Record<string, unknown>;
  if (typeof error !== 'object' || error === null) return `${status} ${canonical({ ...rest, error })}`;
  const { type, reason } = error as Record<string, unknown>;
  if (type === undefined) return `${status} ${canonical({ ...rest, error })}`;
  return `${status} ${canonical({ error: { type, reason } })}`;
}

/** Members in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const folder = join(import.meta.dirname, 'tables');

describe('sessions answer as the original', () => {
  it.each(readdirSync(folder).map((file) => [basename(file, '.txt')]))('%s', async (name) => {
    const session = exchanges(readFileSync(join(folder, `${name}.txt`), 'utf8'));
    expect(session.length).toBeGreaterThan(5);
    const node = await openTestNode();
    try {
      for (const { method, path, body, answer } of session) {
        const { status, text } = await send(node.url, method, path, body);
        const [, expectedStatus, expected] = /^(\d+) (.*)$/.exec(answer) ?? [];
        expect.soft(told(status, text), `${method} ${path}`).toBe(told(Number(expectedStatus), expected));
      }
    } finally {
      await node.close();
    }
  });
});
