import { aggregationTypes } from '../../src/aggregation/aggregationTypes.ts';
import { analyzerTypes } from '../../src/analysis/builtIn.ts';
import { charFilters } from '../../src/analysis/charFilters/index.ts';
import { tokenFilters } from '../../src/analysis/filters/index.ts';
import { tokenizers } from '../../src/analysis/tokenizers/index.ts';
import { processorTypes } from '../../src/cluster/index.ts';
import { fieldTypes } from '../../src/mapper/fields/index.ts';
import { CLAUSES } from '../../src/query/clauses/index.ts';
import { restRoutes } from '../../src/rest/routesTable.ts';

interface NamedThing {
  /** The table and the name. */
  readonly key: string;
  /** Its functions run when it is used. */
  readonly thing: object;
}

const TABLES: readonly (readonly [string, ReadonlyMap<string, object>])[] = [
  ['Query clauses', new Map(CLAUSES.map((clause) => [clause.names[0], clause]))],
  ['Aggregations', aggregationTypes],
  ['Field types', fieldTypes],
  ['Analyzers', analyzerTypes],
  ['Tokenizers', tokenizers],
  ['Token filters', tokenFilters],
  ['Character filters', charFilters],
  ['Ingest processors', processorTypes],
];

/** What `docs/reference/` says is there, of the tables that the code itself runs on. */
export function namedThings(): readonly NamedThing[] {
  const rows = TABLES.flatMap(([table, names]) =>
    [...names].map(([name, thing]) => ({ key: `${table}: ${name}`, thing })),
  );
  const routes = restRoutes.map((route) => ({ key: `APIs: ${route.path}`, thing: route }));
  return [...rows, ...routes];
}
