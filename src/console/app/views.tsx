import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

export interface View {
  /** The first segment of the route. */
  readonly id: string;
  readonly title: string;
  /** Its script is fetched when it is looked at, or when the page has nothing else to do. */
  readonly load: () => Promise<ComponentType>;
}

/** In the order of their shortcuts, Alt+1 and on. */
export const views: readonly View[] = [
  { id: 'sql', title: 'SQL', load: () => import('./sql/Workbench.tsx').then((of) => of.Workbench) },
  { id: 'knn', title: 'k-NN', load: () => import('./knn/KnnView.tsx').then((of) => of.KnnView) },
  { id: 'data', title: 'Data', load: () => import('./data/IndicesView.tsx').then((of) => of.IndicesView) },
  {
    id: 'cluster',
    title: 'Cluster',
    load: () => import('./cluster/ClusterView.tsx').then((of) => of.ClusterView),
  },
  {
    id: 'requests',
    title: 'Requests',
    load: () => import('./requests/RequestsView.tsx').then((of) => of.RequestsView),
  },
];

/** The view of a route's first segment. */
export function viewOf(id: string | undefined): View {
  return views.find((view) => view.id === id) ?? views[0];
}

/** By id: the views whose script is here. */
export const loaded = signal<ReadonlyMap<string, ComponentType>>(new Map());

/** Rejects when the script cannot be fetched. */
export async function loadView({ id, load }: View): Promise<void> {
  if (loaded.value.has(id)) return;
  const component = await load();
  loaded.value = new Map(loaded.value).set(id, component);
}

/** Fetches all files of a view at once, as the page lists them: one imports the next. */
export function preloadView({ id }: View): void {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="files of ${id}"]`)?.content ?? '';
  for (const href of list.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
