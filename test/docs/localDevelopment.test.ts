import { describePage } from './page.ts';

const args = ['--ephemeral', '--allow-origin', 'http://localhost:5173'];
describePage('the page about local development', 'docs/local-development.md', args, 5);
