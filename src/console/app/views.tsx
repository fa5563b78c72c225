import type { ComponentType } from 'preact';
import { ClusterView } from './cluster/ClusterView.tsx';
import { IndicesView } from './data/IndicesView.tsx';
import { KnnView } from './knn/KnnView.tsx';
import { RequestsView } from './requests/RequestsView.tsx';
import { Workbench } from './sql/Workbench.tsx';

export interface View {
  /** The first segment of the route. */
  readonly id: string;
  readonly title: string;
  readonly component: ComponentType;
}

/** In the order of their shortcuts, Alt+1 and on. */
export const views: readonly View[] = [
  { id: 'sql', title: 'SQL', component: Workbench },
  { id: 'knn', title: 'k-NN', component: KnnView },
  { id: 'data', title: 'Data', component: IndicesView },
  { id: 'cluster', title: 'Cluster', component: ClusterView },
  { id: 'requests', title: 'Requests', component: RequestsView },
];
