import { afterAll } from 'vitest';
import { startServer } from '../support/server.ts';
import { describePage } from './page.ts';

const cluster = await startServer(['--ephemeral']);
afterAll(() => cluster.stop());

describePage('the page on moving indices', 'docs/moving.md', ['--ephemeral'], 3, {
  'search.example:9200': cluster.url.replace('http://', ''),
});
