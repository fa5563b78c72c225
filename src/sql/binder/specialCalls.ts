import type { JsonObject } from '../../common/index.ts';
import type { CallNode, ColumnNode, ExpressionNode } from '../ast/index.ts';
import { SqlError, semanticError } from '../errors.ts';
import { functionByName, type ScalarFunction, type Signature } from '../functions/index.ts';
import type { HighlightTags } from '../plan/logical.ts';
import type { SqlValue } from '../values/index.ts';
import { printAst } from './astWalk.ts';
import type { BinderFace } from './binderFace.ts';
import { type Bound, literalOf, referenceTo } from './bound.ts';
import { illegalName } from './nestedColumns.ts';
import { optionText } from './relevanceCalls.ts';
import { resolveName, ScanScope } from './scope.ts';

/** Calls whose arguments are not plain expressions: units, kinds, field names, searches. */

type Special = (node: CallNode, binder: BinderFace) => Bound;

const SCORE: Special = (node, binder) => {
  const [search, boost] = node.args;
  const bound = search === undefined ? null : binder.bind(search);
  if (bound?.kind !== 'relevance')
    throw semanticError('score expects a relevance function as its first argument');
  const factor = boost === undefined ? null : binder.bind(boost);
  if (factor !== null && factor.kind !== 'literal') throw semanticError('the boost of score is a literal');
  const query: JsonObject =
    factor === null ? bound.query : { bool: { must: [bound.query], boost: Number(factor.value) } };
  return { ...bound, query, scored: true };
};

const HIGHLIGHT: Special = (node, binder) => {
  const { scope } = binder;
  if (!(scope instanceof ScanScope)) throw semanticError('highlight needs an index');
  const tags: HighlightTags = Object.fromEntries(
    node.options.map(({ name, value }) => [name.toLowerCase(), optionText(value)]),
  );
  const field = highlightedField(node.args[0], scope);
  if (scope.highlights(field)) throw semanticError(`Duplicate field ${field} in highlight`);
  return referenceTo(scope.highlight(field, tags));
};

/** A name refers to a field; a string may be a pattern. */
function highlightedField(node: ExpressionNode | undefined, scope: ScanScope): string {
  if (node?.kind === 'column') return resolveName(scope, node.parts).name;
  if (node?.kind === 'literal' && typeof node.value === 'string') return node.value;
  throw semanticError('highlight expects a field');
}

const NESTED: Special = (node, binder) => {
  const [field, under] = node.args;
  const { nested } = binder.collectors;
  const isLiteral = field?.kind === 'literal' && typeof field.value === 'string';
  if (nested === null || (field !== undefined && field.kind !== 'column' && !isLiteral)) {
    throw new SqlError('SyntaxCheckException', 'Illegal use of nested');
  }
  if (field === undefined || node.args.length > 2) {
    const details = 'on nested object only allowed 2 parameters (field,path) or 1 parameter (field)';
    throw new SqlError('IllegalArgumentException', details);
  }
  if (field.kind !== 'column') throw illegalName(printAst(field));
  if (under !== undefined && under.kind !== 'column') throw illegalName(printAst(under));
  const nameOf = ({ parts }: ColumnNode): string => resolveName(binder.scope, parts).name;
  return nested(nameOf(field), under === undefined ? null : nameOf(under));
};

const TYPEOF: Special = (node, binder) => {
  if (node.args.length === 0) throw semanticError('typeof expects one argument');
  const operand = binder.bind(node.args[0]);
  const name = literalOf(operand.type.toUpperCase(), 'keyword');
  return binder.context.keepsCasts === true ? typeofCall(operand, name.value) : name;
};

/** For displayed plans: although the type is known, the call stays visible. */
function typeofCall(operand: Bound, name: SqlValue): Bound {
  const signature: Signature = { ...TYPEOF_SIGNATURE, args: [operand.type], evaluate: () => name };
  const fn: ScalarFunction = { names: ['typeof'], signatures: [signature], doc: '', examples: [] };
  return { kind: 'call', type: 'keyword', fn, signature, args: [operand] };
}

const TYPEOF_SIGNATURE = { returns: 'keyword', nulls: 'own', variadic: false } as const;

/** The first argument is a keyword: `DAY`, `DATE`. */
const WORD_FIRST: Special = (node, binder) => {
  const [word, ...rest] = node.args;
  const first = word?.kind === 'column' ? literalOf(word.parts.join('.'), 'keyword') : null;
  const args = rest.map((arg) => binder.bind(arg));
  return binder.call(node.name, first === null ? node.args.map((arg) => binder.bind(arg)) : [first, ...args]);
};

const SPECIALS: ReadonlyMap<string, Special> = new Map([
  ...['score', 'scorequery', 'score_query'].map((name) => [name, SCORE] as const),
  ['highlight', HIGHLIGHT],
  ['nested', NESTED],
  ['typeof', TYPEOF],
]);

/** Null for ordinary functions. */
export function bindSpecial(node: CallNode, binder: BinderFace): Bound | null {
  const isWordFirst = functionByName(node.name)?.word?.at === 0;
  const special = isWordFirst ? WORD_FIRST : SPECIALS.get(node.name.toLowerCase());
  return special?.(node, binder) ?? null;
}
