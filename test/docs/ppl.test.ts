import { describePage } from './page.ts';

describePage('the page about PPL', 'docs/ppl.md', ['--ephemeral', '--demo'], 8);
