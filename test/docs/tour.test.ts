import { describePage } from './page.ts';

describePage('the tour of the README', 'README.md', ['--ephemeral', '--demo'], 9);
