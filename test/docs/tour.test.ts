import { describePage } from './page.ts';

const SERVER = ['--ephemeral', '--demo'];

describePage('the README', 'README.md', SERVER, 1);
describePage('the tour', 'docs/tour.md', SERVER, 10);
