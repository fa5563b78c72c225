import { describePage } from './page.ts';

describePage('the page about demos', 'docs/demos.md', ['--ephemeral', '--demo'], 4);
