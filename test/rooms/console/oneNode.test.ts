import { describeConsole } from './browser.ts';
import { access } from './views/access.ts';
import { dataView } from './views/data.ts';
import { requests } from './views/requests.ts';
import { workbench } from './views/workbench.ts';

describeConsole('the console of a node', [], [workbench, requests, access, dataView]);
