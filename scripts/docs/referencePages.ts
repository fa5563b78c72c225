import { aggregationTypes } from '../../src/aggregation/aggregationTypes.ts';
import { analyzerTypes } from '../../src/analysis/builtIn.ts';
import { charFilters } from '../../src/analysis/charFilters/index.ts';
import { tokenFilters } from '../../src/analysis/filters/index.ts';
import { tokenizers } from '../../src/analysis/tokenizers/index.ts';
import { unusedAnalysisParameters } from '../../src/analysis/withoutEffect.ts';
import { processorTypes } from '../../src/cluster/index.ts';
import { unusedIndexSettings } from '../../src/cluster/settings/withoutEffect.ts';
import { type LimitScope, limits } from '../../src/common/limits.ts';
import { formatSizeBytes, formatTimeMs } from '../../src/common/units.ts';
import { fieldTypes } from '../../src/mapper/fields/index.ts';
import { unusedMappingParameters } from '../../src/mapper/withoutEffect.ts';
import { CLAUSES } from '../../src/query/clauses/index.ts';
import { bodiesTaken } from '../../src/rest/bodiesTaken.ts';
import { ANY_PARAMETER, type Route } from '../../src/rest/route.ts';
import { restRoutes } from '../../src/rest/routesTable.ts';
import { withoutEffect } from '../../src/rest/withoutEffect.ts';
import { scriptContexts } from '../../src/script/index.ts';
import { usedBy } from './usedBy.ts';

interface Row {
  readonly name: string;
  /** `yes` is what a test has used. */
  readonly here: 'yes' | 'no' | 'untested';
  readonly note: string;
  readonly test: string | null;
}

/** One page of `docs/reference/`. */
interface Page {
  readonly title: string;
  readonly intro: string;
  readonly parts: () => readonly string[];
}

/** Pages that `npm run docs` writes from the tables that the code itself runs on. */
const pages: Readonly<Record<string, Page>> = {
  'apis.md': {
    title: 'APIs',
    intro: 'Every path with its methods and URL parameters.',
    parts: () => [apis(), unusedParameters(), bodiesTakenPart()],
  },
  'search.md': {
    title: 'Queries, aggregations and field types',
    intro: 'What a search and a mapping may hold. SQL and PPL: [sql.md](../sql.md), [ppl.md](../ppl.md).',
    parts: () => [
      section(
        table(
          'Query clauses',
          CLAUSES.map(({ names, doc }) => [names[0], doc, names.join(', ')]),
        ),
      ),
      section(table('Aggregations', named(aggregationTypes))),
      section(typeTable()),
      unusedOfIndices(),
    ],
  },
  'analysis.md': {
    title: 'Text analysis',
    intro: 'The parts that analyzers are made of.',
    parts: () => [
      section(table('Analyzers', named(analyzerTypes))),
      section(table('Tokenizers', named(tokenizers))),
      section(table('Token filters', named(tokenFilters))),
      section(table('Character filters', named(charFilters))),
    ],
  },
  'ingest.md': {
    title: 'Ingest processors and scripts',
    intro: 'What a pipeline may hold, and where Painless scripts run.',
    parts: () => [
      section(
        table(
          'Ingest processors',
          [...processorTypes.values()].map(({ name, doc }) => [name, doc]),
        ),
      ),
      contexts(),
    ],
  },
  'limits.md': {
    title: 'Limits',
    intro: 'What a request may not exceed, and the setting that changes it.',
    parts: () => [limitsPart()],
  },
};

const WRITTEN =
  'Written by `npm run docs` from the tables of the code; differences from the original: [COMPAT.md](../../COMPAT.md).';

/** Name of the file in `docs/reference/` → its text. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(pages).map(([name, { title, intro, parts }]) => {
      return [name, [`# ${title}`, `${intro} ${WRITTEN}`, ...parts()].join('\n\n').concat('\n')];
    }),
  );
}

interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

type NamedDoc = readonly [name: string, doc: string, shown?: string];

/** What a table of the code holds, with the tests that have used it. */
function table(title: string, names: readonly NamedDoc[]): Table {
  const rows = names.map(([name, doc, shown = name]) => {
    return rowOf(shown, doc, doc.startsWith('refused') ? null : usedBy(title, name));
  });
  return { title, rows };
}

function rowOf(name: string, doc: string, test: string | null): Row {
  const here = doc.startsWith('refused') ? 'no' : test === null ? 'untested' : 'yes';
  return { name, here, note: doc.replace(/^refused: /, ''), test };
}

function named(names: ReadonlyMap<string, unknown>): readonly NamedDoc[] {
  return [...names.keys()].sort().map((name) => [name, '']);
}

function typeTable(): Table {
  // They hold no values, so there is no row of the table that a test could be seen to use.
  const inner = ['object', 'nested', 'alias'].map((name) =>
    rowOf(name, '', 'test/rooms/mapper/documents.test.ts'),
  );
  const docs = [...fieldTypes.values()].map(({ typeName, parameters }): NamedDoc => {
    return [typeName, parameters.map(({ name }) => name).join(', ')];
  });
  const { title, rows } = table('Field types', docs);
  return { title, rows: [...inner, ...rows] };
}

function section({ title, rows }: Table): string {
  const lines = rows.map(
    ({ name, here, note, test }) => `| \`${name}\` | ${here} | ${cell(note)} | ${test ?? ''} |`,
  );
  return [
    `## ${title}`,
    '',
    '| name | here | what it takes or does | test |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Every path once, with its methods and URL parameters. */
function apis(): string {
  const byPath = new Map<string, Route[]>();
  for (const route of restRoutes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const lines = [...byPath].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, rows]) => apiLine(path, rows));
  const head = ['| API | methods | here | what for; URL parameters | test |', '|---|---|---|---|---|'];
  return [
    '## APIs',
    '',
    'Paths under `/_ext/` are also there under `/_plugins/` and `/_opendistro/`.',
    '',
    ...head,
    ...lines,
  ].join('\n');
}

function apiLine(path: string, rows: readonly Route[]): string {
  const methods = rows.map(({ method }) => method).join(' ');
  const docs = [...new Set(rows.map(({ doc }) => doc))];
  const test = docs[0].startsWith('refused') ? null : usedBy('APIs', path);
  const { here } = rowOf(path, docs[0], test);
  const parameters = [...new Set(rows.flatMap((route) => route.parameters))]
    .filter((name) => name !== ANY_PARAMETER)
    .sort();
  const note = `${docs.join('; ').replace(/^refused: /, '')}${parameters.length > 0 ? `: ${parameters.join(', ')}` : ''}`;
  return `| \`${path}\` | ${methods} | ${here} | ${cell(note)} | ${test ?? ''} |`;
}

/** Parameters that are taken for the original's clients, and held to their type. */
function unusedParameters(): string {
  const rows = withoutEffect.map(({ names, paths, because }) => {
    const where =
      paths === null ? 'where no API reads it' : `\`${cell(paths.source.replaceAll('\\/', '/'))}\``;
    return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${where} | ${because} |`;
  });
  return [
    '## URL parameters without effect',
    '',
    'They are accepted, a value of a wrong type is refused, and nothing else comes of them here; every other parameter',
    'that a handler does not read is an error. Each API with its own: test/rooms/rest/parametersWithoutEffect.txt.',
    '',
    '| parameters | paths | because |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Bodies that may hold more than is read. */
function bodiesTakenPart(): string {
  const rows = bodiesTaken.map(
    ({ paths, because }) => `| \`${cell(paths.source.replaceAll('\\/', '/'))}\` | ${because} |`,
  );
  return [
    '## Members of bodies that nobody reads',
    '',
    'Everywhere else they are refused by their names (test/rooms/rest/bodyReads.test.ts).',
    '',
    '| paths | are taken because |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

/** What the definition of an index may hold without an effect here: settings, parameters of fields and of analysis. */
function unusedOfIndices(): string {
  const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  const rows = [
    ...unusedIndexSettings.map(({ keys, because }) => ['index settings', listed(keys), because]),
    ...unusedMappingParameters.map(({ types, names, because }) => [
      types === null ? 'fields that have it' : `fields: ${listed(types)}`,
      listed(names),
      because,
    ]),
    ...unusedAnalysisParameters.map(({ kind, types, names, because }) => [
      `${kind.replace('_', ' ')}: ${listed(types)}`,
      listed(names),
      because,
    ]),
  ];
  return [
    '## Parameters of indices without effect',
    '',
    'They are accepted, held to their type and printed back, and nothing else comes of them here. Unknown settings and',
    'unknown parameters of fields are errors; those of analysis components are let pass, as in the original.',
    '',
    '| of | parameters | because |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function contexts(): string {
  const rows = Object.entries(scriptContexts).map(([name, { doc }]) => `| \`${name}\` | ${doc} |`);
  return ['## Script contexts', '', '| name | where |', '|---|---|', ...rows].join('\n');
}

const SET_BY: Readonly<Record<LimitScope, string>> = {
  cluster: '`PUT _cluster/settings`',
  index: 'the index',
  process: 'the start',
  fixed: 'nobody',
};

/** What a request may not exceed, and by what it is set. */
function limitsPart(): string {
  const rows = Object.entries(limits).map(
    ([name, { scope, setting, value, doc }]) =>
      `| ${setting === null ? `(${name})` : `\`${setting}\``} | ${limitText(name, value)} | ${SET_BY[scope]} | ${doc} |`,
  );
  return [
    'Beyond one of them the answer is a 4xx in words; `test/robustness/limits/` shows each, at the limit and one past it.',
    'What is set at the start is given as `rockpool serve --setting key=value` (also `-E`), or in the environment under the',
    'same name, and holds for the whole process; `GET _cluster/settings?include_defaults` shows what is in force.',
    '',
    '| setting | default | set by | of |',
    '|---|--:|---|---|',
    ...rows,
  ].join('\n');
}

function limitText(name: string, value: number): string {
  if (name.endsWith('Percent')) return `${value}%`;
  if (name.endsWith('Ms')) return formatTimeMs(value);
  return name.endsWith('Bytes') && value % 1024 === 0
    ? formatSizeBytes(value)
    : value.toLocaleString('en-US');
}
