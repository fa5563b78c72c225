import { afterAll } from 'vitest';
import { startServer } from '../support/server.ts';
import { describePage } from './page.ts';

const cluster = await startServer(['--ephemeral', '--demo']);
afterAll(() => cluster.stop());

describePage(
  'the page about real clusters',
  'docs/real-cluster.md',
  ['--ephemeral', '--engine', cluster.url],
  3,
);
