import { call, element, failure, show } from './page.ts';
import { renderTable } from './table.ts';

/** The console's entry: SQL with pages and explanations, k-NN memory with warmup. Talks HTTP only. */

interface SqlAnswer {
  readonly schema?: readonly { readonly name: string; readonly alias?: string; readonly type: string }[];
  readonly datarows?: readonly (readonly unknown[])[];
  readonly total?: number;
  readonly cursor?: string;
}

const statement = element<HTMLTextAreaElement>('statement');
const answer = element('answer');
const result = element('result');
const next = element<HTMLButtonElement>('next');
let cursor: string | null = null;
let columns: readonly string[] = [];

async function ask(body: unknown): Promise<void> {
  const start = performance.now();
  try {
    const page = (await call('POST', '/_plugins/_sql', body)) as SqlAnswer;
    if (page.schema) columns = page.schema.map(({ name, alias }) => alias ?? name);
    cursor = page.cursor ?? null;
    const rows = page.datarows ?? [];
    const of = page.total === undefined ? '' : ` of ${page.total}`;
    show(answer, `${rows.length} rows${of} in ${Math.round(performance.now() - start)} ms`);
    result.replaceChildren(renderTable(columns, rows));
  } catch (error) {
    cursor = null;
    show(answer, failure(error));
    result.replaceChildren();
  }
  next.disabled = cursor === null;
}

async function explain(): Promise<void> {
  try {
    const plan = await call('POST', '/_plugins/_sql/_explain', { query: statement.value });
    const text = document.createElement('pre');
    text.textContent = JSON.stringify(plan, null, 2);
    show(answer, 'This is a search: it runs as it is in _search.');
    result.replaceChildren(text);
  } catch (error) {
    show(answer, failure(error));
  }
}

interface Stats {
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function refreshStats(): Promise<void> {
  try {
    const { nodes } = (await call('GET', '/_plugins/_knn/stats')) as Stats;
    const ids = Object.keys(nodes);
    const names = Object.keys(nodes[ids[0]] ?? {}).filter((name) => typeof nodes[ids[0]][name] !== 'object');
    const rows = names.sort().map((name) => [name, ...ids.map((id) => nodes[id][name])]);
    element('stats').replaceChildren(renderTable(['statistic', ...ids], rows));
  } catch (error) {
    show(element('stats'), failure(error));
  }
}

async function warmUp(): Promise<void> {
  const index = element<HTMLInputElement>('warmup').value;
  try {
    const { _shards } = (await call('GET', `/_plugins/_knn/warmup/${encodeURIComponent(index)}`)) as {
      _shards: { total: number; successful: number; failed: number };
    };
    show(
      element('warmed'),
      `${_shards.successful} of ${_shards.total} shards warmed, ${_shards.failed} failed`,
    );
  } catch (error) {
    show(element('warmed'), failure(error));
  }
  await refreshStats();
}

async function about(): Promise<void> {
  const { name, version } = (await call('GET', '/?format=json')) as {
    name: string;
    version: { number: string };
  };
  show(element('about'), `${name}, answering as OpenSearch ${version.number}`);
}

element('sql-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void ask({ query: statement.value });
});
element('explain').addEventListener('click', () => void explain());
next.addEventListener('click', () => void ask({ cursor }));
statement.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void ask({ query: statement.value });
});
element('warmup-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void warmUp();
});
void about();
void refreshStats();
setInterval(() => void refreshStats(), 2000);
