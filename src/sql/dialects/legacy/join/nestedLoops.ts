import type { ClientHit } from '../../../../client/index.ts';
import { type JsonValue, OpenSearchError } from '../../../../common/index.ts';
import type { ExpressionNode } from '../../../ast/index.ts';
import { FLIPPED } from '../translate/conditions.ts';
import type { Condition, WhereTree } from '../translate/where.ts';
import { traps } from '../traps.ts';
import { type JoinCondition, type JoinOn, unordered } from './conditions.ts';
import { OPERATORS } from './conditionText.ts';
import { type JoinRow, type JoinRun, type Operator, pathValue } from './operator.ts';
import { inOrder, sideBody } from './scan.ts';
import { checkScripts } from './selected.ts';
import type { JoinSide, JoinStatement } from './statement.ts';

const FIRST_HITS = 10_000;

/** A search of the second table for every document of the first one. It reads one page of the first, no more. */
export function nestedLoops(statement: JoinStatement): Operator<JoinRow> {
  const [first, second] = statement.sides;
  return {
    explain: () => ({ 'first query': sideBody(first), 'second query': sideBody(second) }),
    run: (run) => loop(statement, run),
  };
}

async function* loop(statement: JoinStatement, run: JoinRun): AsyncGenerator<readonly JoinRow[]> {
  const { sides, on, hints, type } = statement;
  const [first, second] = sides;
  const compared = on === null ? null : ordered(on, first, second);
  if (compared !== null && [...compared.of.values()].some((condition) => readsWords(condition, second))) {
    run.warnings.add(traps.loopsWords);
  }
  const hits = await firstHits(first, hints.tableLimits[0], run);
  const { loopsAtOnce } = hints;
  // The original stops one document early if its last group of searches would hold a single one.
  const losesLast = hits.length > loopsAtOnce && (hits.length - 1) % loopsAtOnce === 0;
  if (losesLast) run.warnings.add(traps.loopsLast);
  for (const hit of losesLast ? hits.slice(0, -1) : hits) {
    await run.pacer.pause();
    const partners = await partnersOf(hit, second, compared, statement, run);
    if (partners === null) continue;
    if (partners.length > 0) yield partners.map((right) => ({ left: hit, right }));
    else if (type === 'LEFT_OUTER_JOIN') yield [{ left: hit, right: null }];
  }
}

async function firstHits(
  first: JoinSide,
  limit: number | null,
  { client, searched }: JoinRun,
): Promise<readonly ClientHit[]> {
  searched.push(first.table.index);
  const body = sideBody(first);
  const ordered = body.sort === undefined ? inOrder(body) : body;
  const size = Math.min(limit ?? FIRST_HITS, FIRST_HITS);
  const { hits } = await client.search({ index: first.table.index, body: { ...ordered, size } });
  checkScripts(first, hits);
  return hits;
}

/** Null: the search fails, as it does for lists, and the document is passed over. */
async function partnersOf(
  hit: ClientHit,
  second: JoinSide,
  compared: Compared | null,
  { hints }: JoinStatement,
  { client, searched }: JoinRun,
): Promise<readonly ClientHit[] | null> {
  const own = second.where === null ? [] : [second.where];
  const tree = compared === null ? null : withValues(compared, hit, second);
  const members = tree === null ? own : [...own, tree];
  const where: WhereTree | null = members.length === 0 ? null : { kind: 'group', connective: 'and', members };
  const size = hints.tableLimits[1];
  const body = { ...sideBody(second, where), ...(size !== null && size <= FIRST_HITS && { size }) };
  try {
    const { hits } = await client.search({ index: second.table.index, body });
    searched.push(second.table.index);
    return hits;
  } catch (error) {
    if (error instanceof OpenSearchError && error.status === 400) return null;
    throw error;
  }
}

interface Compared {
  readonly tree: WhereTree;
  readonly of: ReadonlyMap<Condition, JoinCondition>;
}

/** The conditions with the second table's field on the left, without aliases. Throws SqlError when one has no such form. */
function ordered({ tree, of }: JoinOn, first: JoinSide, second: JoinSide): Compared {
  const [one, two] = [`${first.table.alias}.`, `${second.table.alias}.`];
  const turned = new Map<Condition, JoinCondition>();
  for (const [leaf, { name, operator, value }] of of) {
    const isForward = name.startsWith(one) && value.startsWith(two);
    if (!isForward && !(name.startsWith(two) && value.startsWith(one))) {
      throw unordered(`${leaf.connective.toUpperCase()} ${name} ${OPERATORS[operator][0]} ${value}`);
    }
    turned.set(
      leaf,
      isForward
        ? { name: value.slice(two.length), operator: FLIPPED[operator], value: name.slice(one.length) }
        : { name: name.slice(two.length), operator, value: value.slice(one.length) },
    );
  }
  return { tree, of: turned };
}

function withValues({ tree, of }: Compared, hit: ClientHit, second: JoinSide): WhereTree {
  return mapConditions(tree, (leaf) => {
    const condition = of.get(leaf);
    if (condition === undefined) return leaf;
    const value = pathValue(hit._source ?? {}, condition.value);
    if (typeof value === 'string' && readsWords(condition, second)) return wordTerm(leaf, condition, value);
    return compare(leaf, condition, value);
  });
}

/** Whether ON compares the words of a text: the original reads its keyword in WHERE, but not here. */
function readsWords({ name, operator }: JoinCondition, { scope }: JoinSide): boolean {
  return operator === '=' && scope.exact(name) !== name;
}

function wordTerm(leaf: Condition, { name }: JoinCondition, value: string): Condition {
  const { span } = leaf.expression;
  const column: ExpressionNode = { kind: 'column', parts: [name], quoted: true, span };
  const text: ExpressionNode = { kind: 'literal', type: 'string', value, span };
  const call = { kind: 'call', name: 'term', args: [column, text], options: [] } as const;
  const expression: ExpressionNode = { ...call, distinct: false, filter: null, over: null, span };
  return { ...leaf, negated: false, expression };
}

function mapConditions(tree: WhereTree, change: (leaf: Condition) => Condition): WhereTree {
  if (tree.kind === 'condition') return change(tree);
  return { ...tree, members: tree.members.map((member) => mapConditions(member, change)) };
}

/** A condition on a value of the first document; nothing compares to none. */
function compare(leaf: Condition, { name, operator }: JoinCondition, value: JsonValue): Condition {
  const { span } = leaf.expression;
  const literal = (what: ExpressionNode & { readonly kind: 'literal' }): ExpressionNode => what;
  if (value === null) {
    const never = literal({ kind: 'literal', type: 'boolean', value: false, span });
    return { ...leaf, negated: false, expression: never };
  }
  const right = literal({ kind: 'literal', type: 'string', value: value as string, span });
  const left: ExpressionNode = { kind: 'column', parts: [name], quoted: true, span };
  return { ...leaf, negated: false, expression: { kind: 'comparison', operator, left, right, span } };
}

/** The conditions of ON as one query of names, which the original prints. */
export function loopConditions(on: JoinOn): WhereTree {
  return mapConditions(on.tree, (leaf) => {
    const condition = on.of.get(leaf);
    return condition === undefined ? leaf : compare(leaf, condition, condition.value);
  });
}
