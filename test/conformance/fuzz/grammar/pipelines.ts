import type { Pick } from '../pick.ts';
import { regex } from './patterns.ts';
import { type Columns, FILMS, type Kind, tableOf, Values } from './values.ts';

/** Pipelines of all commands, over the films; what a command makes of the columns is mostly kept in mind. */

const KINDS: readonly Kind[] = ['number', 'number', 'text', 'date'];

interface Step {
  readonly text: string;
  readonly columns: Columns;
}

type Maker = (values: Values, columns: Columns, fresh: string) => Step;

const columnsOf = (columns: Columns): string[] => [...columns.number, ...columns.text, ...columns.date];

function some(pick: Pick, columns: Columns, most: number): string[] {
  const all = columnsOf(columns);
  return all.length === 0 ? ['title'] : [...new Set(pick.list(1, most, () => pick.of(all)))];
}

function only(columns: Columns, names: readonly string[]): Columns {
  const of = (kind: Kind): string[] => columns[kind].filter((name) => names.includes(name));
  return { number: of('number'), text: of('text'), date: of('date'), bool: of('bool') };
}

const withColumn = (columns: Columns, kind: Kind, name: string): Columns => ({
  ...columns,
  [kind]: [...columns[kind], name],
});

function aggregate(values: Values): string {
  const { pick } = values;
  const column = values.column('number');
  return pick.of([
    'count()',
    `sum(${column} + 1)`,
    `avg(${column})`,
    `max(${column})`,
    `distinct_count(${values.column(pick.of(KINDS))})`,
    `take(${values.column('text')}, ${pick.int(0, 50)})`,
    `var_samp(${column})`,
    `percentile<${pick.int(0, 100)}>(${column})`,
  ]);
}

const MAKERS: readonly Maker[] = [
  (values, columns) => ({ text: `where ${values.condition(values.pick.chance(0.2) ? 4 : 1)}`, columns }),
  (values, columns, fresh) => {
    const kind = values.pick.of(KINDS);
    const value = values.pick.chance(0.1) ? values.chain(kind) : values.of(kind, values.pick.int(0, 4));
    return { text: `eval ${fresh} = ${value}`, columns: withColumn(columns, kind, fresh) };
  },
  ({ pick }, columns) => {
    const names = some(pick, columns, 6);
    const isLeft = pick.chance(0.8);
    const left = isLeft ? names : columnsOf(columns).filter((name) => !names.includes(name));
    return { text: `fields ${isLeft ? '' : '- '}${names.join(', ')}`, columns: only(columns, left) };
  },
  ({ pick }, columns) => {
    const keys = some(pick, columns, pick.chance(0.1) ? 30 : 3).map((name) => pick.of(['', '-', '+']) + name);
    return { text: `sort ${pick.of(['', '', '500 '])}${keys.join(', ')}`, columns };
  },
  ({ pick }, columns) => ({
    text: `dedup ${pick.of(['', '2 '])}${some(pick, columns, 3).join(', ')}${pick.of(['', ' keepempty=true', ' consecutive=true'])}`,
    columns,
  }),
  ({ pick }, columns) => ({ text: `head ${pick.of(['', '5', '10000', '7 from 90'])}`, columns }),
  ({ pick }, columns) => {
    const [name] = some(pick, columns, 1);
    const by = pick.chance(0.5) ? ` by ${some(pick, columns, 1)[0]}` : '';
    return { text: `${pick.of(['top', 'top 3', 'rare'])} ${name}${by}`, columns: only(columns, [name]) };
  },
  (values, columns, fresh) => {
    const { pick } = values;
    const span = `span(${pick.of([`${values.column('number')}, ${pick.int(1, 500)}`, `${values.column('date')}, 1M`])})`;
    const names = some(pick, columns, 2);
    const by = pick.of(['', ` by ${names.join(', ')}`, ` by ${span}`, ` by ${span} as s, ${names[0]}`]);
    const more = pick.list(0, 3, () => aggregate(values));
    const kept = by === '' || by.includes('span') ? [] : names;
    const text = `stats ${[`count() as ${fresh}`, ...more].join(', ')}${by}`;
    return { text, columns: withColumn(only(columns, kept), 'number', fresh) };
  },
  ({ pick }, columns, fresh) => {
    const [name] = some(pick, columns, 1);
    const kind = KINDS.find((each) => columns[each].includes(name)) ?? 'text';
    const left = only(
      columns,
      columnsOf(columns).filter((each) => each !== name),
    );
    return { text: `rename ${name} as ${fresh}`, columns: withColumn(left, kind, fresh) };
  },
  (values, columns, fresh) => {
    const { pick } = values;
    const text = values.column('text');
    const command = pick.of([
      `parse ${text} '(?<${fresh}>${regex(pick)})'`,
      `parse ${text} '.*(?<${fresh}>[a-z]+).*'`,
      `grok ${text} '%{${pick.of(['WORD', 'DATA', 'GREEDYDATA', 'NUMBER', 'IP', 'PATH'])}:${fresh}} %{GREEDYDATA}'`,
      `patterns new_field='${fresh}' ${pick.of(['', "pattern='[a-e]+' "])}${text}`,
    ]);
    return { text: command, columns: withColumn(columns, 'text', fresh) };
  },
];

export function pipeline(pick: Pick): string {
  let columns = FILMS;
  const commands = pick.list(1, pick.chance(0.08) ? 60 : 6, (i) => {
    const step = pick.of(MAKERS)(new Values(pick, columns, false), columns, `x${i}`);
    columns = step.columns;
    return step.text;
  });
  const filter = pick.chance(0.2) ? ` ${new Values(pick, FILMS, false).condition(1)}` : '';
  return [`source=${tableOf(pick)}${filter}`, ...commands].join(' | ');
}
