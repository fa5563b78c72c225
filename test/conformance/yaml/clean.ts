import { ask } from '../../support/http.ts';

interface Named {
  readonly name: string;
}

/** Takes everything away that a case may have left: indices, templates, settings. */
export async function cleanServer(url: string): Promise<void> {
  const remove = (path: string) => ask(url + path, { method: 'DELETE' });
  const list = async <T>(path: string): Promise<T> => JSON.parse((await ask(url + path)).text) as T;
  await remove('/_data_stream/*');
  const indices = await list<{ readonly index: string }[]>(
    '/_cat/indices?h=index&format=json&expand_wildcards=all',
  );
  for (const { index } of indices) {
    await remove(`/${encodeURIComponent(index)}`);
  }
  await remove('/_template/*');
  const templates = await list<{ readonly index_templates: readonly Named[] }>('/_index_template');
  for (const { name } of templates.index_templates) await remove(`/_index_template/${name}`);
  const components = await list<{ readonly component_templates: readonly Named[] }>('/_component_template');
  for (const { name } of components.component_templates) await remove(`/_component_template/${name}`);
  await ask(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"persistent":{"*":null},"transient":{"*":null}}',
  });
}
