import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../support/server.ts';
import { clientNames, type Mismatch, replay } from './replay.ts';

/** Decided differences (COMPAT.md): SQL's `_explain` is always query DSL, timestamps are parameters. */
const DECIDED = new Set(['POST /_plugins/_sql/_explain']);
const isDecided = ({ request, body }: Mismatch): boolean =>
  DECIDED.has(request) || /"type":"timestamp"/.test(body);

describe('sessions of real clients, replayed', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(['--ephemeral']);
  });

  afterAll(async () => {
    await server.stop();
  });

  it.each(clientNames())('%s', async (name) => {
    const mismatches = await replay(server.url, name);
    expect(mismatches.filter((mismatch) => !isDecided(mismatch))).toEqual([]);
  });
});
