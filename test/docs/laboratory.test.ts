import { describePage } from './page.ts';

describePage('the laboratory page', 'docs/laboratory.md', ['--ephemeral', '--nodes', '2'], 20);
