import '../common.ts';
import { go, route } from '../lib/route.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { Clock } from './Clock.tsx';
import { Faults } from './Faults.tsx';
import { Nodes } from './Nodes.tsx';
import { Overview } from './overview/Overview.tsx';
import { Settings } from './Settings.tsx';
import { Tasks } from './Tasks.tsx';

const TABS = [
  { id: 'overview', title: 'Overview', content: () => <Overview /> },
  { id: 'tasks', title: 'Tasks', content: () => <Tasks /> },
  { id: 'settings', title: 'Settings', content: () => <Settings /> },
  { id: 'clock', title: 'Clock', content: () => <Clock /> },
  { id: 'faults', title: 'Faults', content: () => <Faults /> },
  { id: 'nodes', title: 'Nodes', content: () => <Nodes /> },
] as const;

/** What the cluster does now, how it is set, what time it has, and what goes wrong in it on purpose. */
export function ClusterView() {
  return (
    <>
      <div class="view-head">
        <h2>Cluster</h2>
      </div>
      <div class="card">
        <Tabs
          label="About the cluster"
          tabs={TABS}
          chosen={route.value[1] ?? 'overview'}
          onChoose={(tab) => go('cluster', tab)}
        />
      </div>
    </>
  );
}
