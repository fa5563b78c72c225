import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { clientNames, replay } from './replay.ts';

describe('sessions of real clients, replayed', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(['--ephemeral']);
  });

  afterAll(async () => {
    await server.stop();
  });

  it.each(clientNames())('%s', async (name) => {
    expect(await replay(server.url, name)).toEqual([]);
  });
});
