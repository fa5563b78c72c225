import { describeConsole } from './browser.ts';
import { clusterView } from './views/clusterView.ts';
import { graphMemory } from './views/graphMemory.ts';

describeConsole('the console of two nodes', ['--nodes', '2'], [graphMemory, clusterView]);
