import { describePage } from './page.ts';

describePage('the page on operating a server', 'docs/operating.md', ['--ephemeral'], 3);
