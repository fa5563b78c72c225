import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  aggregateFunctions,
  relevanceFunctions,
  scalarFunctions,
  windowFunctions,
} from '../../../src/sql/functions/index.ts';

/** A function is one row of `src/sql/functions`: nothing else of `src/sql` lists functions, or decides by a name. */

/** Files that list names all the same, and why a row cannot say it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'dialects/v2/vocabulary.ts': "the keywords of the original's V2 grammar, as its messages list them",
  'grammar/ppl/words.ts': "the words of the original's PPL grammar, as its messages list them",
  'grammar/ppl/diagnosis/rules.ts': "the rules of the original's PPL parser, which its syntax errors show",
  'grammar/legacy/words.ts': "the keywords of the original's legacy parser, functions or not",
  'grammar/legacy/operands.ts': 'units behind INTERVAL, pairs of them too, which that parser knows',
  'grammar/legacy/queries.ts': 'calls with a grammar of their own, each with its method of the parser',
  'dialects/ppl/explainAggregations.ts': 'units of `span`, as intervals of a histogram are written',
  'dialects/legacy/translate/printedClauses.ts':
    'clauses of the search API, with what the original prints of each',
  'dialects/legacy/bucketRows.ts': 'aggregations of the search API, by their names in answers',
  'dialects/legacy/describedRows.ts': 'aggregations of the search API, by their names in requests',
  'dialects/legacy/translate/buckets.ts': 'the ends of `extended_bounds`',
  'dialects/legacy/translate/metrics.ts': 'aggregates of the legacy engine only, with the search API’s own',
  'dialects/legacy/translate/misreadings.ts':
    'functions that only the legacy engine misreads, each with a warning of its own',
  'dialects/legacy/translate/relevance.ts': 'names and defaults of the legacy engine, other than V2’s',
};

/** Words of functions that are sides of joins, types, and parts of dates as well. */
const OTHER_WORDS = new Set([
  ...['left', 'right', 'date', 'time', 'datetime', 'timestamp', 'interval', 'year', 'month', 'day'],
]);

const functionNames = new Set(
  [
    ...scalarFunctions.filter(({ isOperator }) => !isOperator),
    ...[...aggregateFunctions, ...windowFunctions, ...relevanceFunctions],
  ]
    .flatMap(({ names }) => names)
    .filter((name) => !OTHER_WORDS.has(name)),
);

const isName = (word: string): boolean =>
  functionNames.has(word.toLowerCase()) && (word === word.toLowerCase() || word === word.toUpperCase());

const isText = (node: ts.Node): node is ts.StringLiteralLike => ts.isStringLiteralLike(node);

/** The word that an entry of a list is about: itself, a pair's first, `names` of a row, a call's first argument. */
function wordsOf(entry: ts.Node): readonly string[] {
  if (isText(entry)) return [entry.text];
  if (ts.isSpreadElement(entry)) return wordsOf(entry.expression);
  if (ts.isAsExpression(entry)) return wordsOf(entry.expression);
  if (ts.isArrayLiteralExpression(entry)) return entry.elements.slice(0, 1).flatMap(wordsOf);
  if (ts.isCallExpression(entry)) return entry.arguments.slice(0, 1).flatMap(wordsOf);
  if (!ts.isObjectLiteralExpression(entry)) return [];
  const names = entry.properties.find(({ name }) => name?.getText() === 'names');
  return names && ts.isPropertyAssignment(names) && ts.isArrayLiteralExpression(names.initializer)
    ? names.initializer.elements.flatMap(wordsOf)
    : [];
}

/** What a node lists. A switch over the kinds of a union lists these, which the compiler holds to their type. */
function listed(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordsOf);
  if (ts.isObjectLiteralExpression(node)) return node.properties.map(({ name }) => name?.getText() ?? '');
  if (ts.isUnionTypeNode(node)) return node.types.map((type) => type.getText().replaceAll("'", ''));
  if (ts.isRegularExpressionLiteral(node)) return node.text.split(/\W+/);
  if (ts.isSwitchStatement(node) && !/\bkind$/.test(node.expression.getText()))
    return node.caseBlock.clauses.flatMap((clause) =>
      ts.isCaseClause(clause) ? wordsOf(clause.expression) : [],
    );
  if (isText(node) && node.text === node.text.toUpperCase()) return node.text.split(/\s+/);
  return [];
}

/** `fn.names[0]` that is asked for anything but to be printed. */
function decidesByName(node: ts.Node): boolean {
  if (!ts.isElementAccessExpression(node) || !/\bfn\.names$/.test(node.expression.getText())) return false;
  const { parent } = node;
  const isPrinted = ts.isTemplateSpan(parent) || ts.isArrayLiteralExpression(parent);
  return !isPrinted && !(ts.isPropertyAccessExpression(parent) && parent.name.text === 'toUpperCase');
}

interface Findings {
  readonly lists: readonly string[];
  readonly decisions: readonly string[];
}

function findingsIn(source: string): Findings {
  const tree = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lists: string[] = [];
  const decisions: string[] = [];
  const visit = (node: ts.Node): void => {
    const names = [...new Set(listed(node).filter(isName))];
    if (names.length > 1) lists.push(names.join());
    if (decidesByName(node)) decisions.push(node.parent.getText());
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { lists, decisions };
}

describe('names of functions outside their tables', () => {
  const root = resolve(import.meta.dirname, '../../../src/sql');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('functions/'))
    .map((file) => [file, findingsIn(readFileSync(resolve(root, file), 'utf8'))] as const);

  it('are listed nowhere but in the exceptions, all of which are needed', () => {
    const listing = files.filter(([, { lists }]) => lists.length > 0);
    const unknown = listing.filter(([file]) => !Object.hasOwn(EXCEPTIONS, file));
    expect(unknown.map(([file, { lists }]) => `${file}: ${lists.join('; ')}`)).toEqual([]);
    expect(listing.map(([file]) => file).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it('decide nothing', () => {
    const deciding = files.flatMap(([file, { decisions }]) => decisions.map((text) => `${file}: ${text}`));
    expect(deciding).toEqual([]);
  });

  it.each([
    "const a = new Set(['abs', 'round']);",
    "const a = [['abs', 1], ['round', 2]];",
    "const a = [{ names: ['abs'] }, { names: ['round'] }];",
    "const a = [plain('abs'), plain('round')];",
    'const a = { ABS: 1, ROUND: 2 };',
    "type A = 'abs' | 'round';",
    'const a = /^(abs|round)$/;',
    "switch (name) { case 'abs': case 'round': }",
    "const a = words('ABS ROUND');",
  ])('are found in %s', (source) => {
    expect(findingsIn(source).lists).toContainEqual(expect.stringMatching(/abs,round/i));
  });

  it.each(["if (fn.names[0] === 'abs') f();", 'SET.has(bound.fn.names[0]);', 'const n = bound.fn.names[0];'])(
    'are seen to decide in %s',
    (source) => {
      expect(findingsIn(source).decisions).toHaveLength(1);
    },
  );

  it.each(['`${fn.names[0]}()`;', 'fn.names[0].toUpperCase();'])('are only printed in %s', (source) => {
    expect(findingsIn(source).decisions).toEqual([]);
  });
});
