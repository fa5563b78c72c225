import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect } from 'vitest';
import { namedThings } from './namedThings.ts';

const ROOT = `${import.meta.dirname}/../..`;

/** Where workers tell what was used; unset: nobody wants to know. */
const file = process.env.ROCKPOOL_USAGE;

/** What this worker has told already: tests of a room share it. */
const told: Set<string> = ((globalThis as { rockpoolUsage?: Set<string> }).rockpoolUsage ??= new Set());

function tell(key: string): void {
  if (told.has(key)) return;
  const { testPath } = expect.getState();
  if (file === undefined || testPath === undefined || SWEEPS.test(testPath)) return;
  told.add(key);
  appendFileSync(`${file}.${process.pid}`, `${key}\t${relative(ROOT, testPath)}\n`);
}

/** Tests that go over all APIs, whatever these do. */
const SWEEPS = /(parameterReads|bodyReads|openApi)\.test\.ts$/;

/** Every function of the object tells that it was called, and did not fail. */
function watch(thing: object, key: string): void {
  for (const [name, value] of Object.entries(thing)) {
    if (typeof value !== 'function') continue;
    Reflect.set(thing, name, function (this: unknown, ...args: unknown[]) {
      const result = Reflect.apply(value, this, args);
      if (result instanceof Promise) void result.then(() => tell(key)).catch(() => {});
      else tell(key);
      return result;
    });
  }
}

// Once a worker, before any test takes a copy of a table.
if (file !== undefined && told.size === 0) {
  told.add('watching');
  for (const { key, thing } of namedThings()) watch(thing, key);
}
