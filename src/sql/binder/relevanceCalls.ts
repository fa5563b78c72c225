import type { JsonValue } from '../../common/index.ts';
import type { CallNode, ExpressionNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import {
  convertOptions,
  type EvaluationContext,
  type RelevanceFunction,
  relevanceByName,
} from '../functions/index.ts';
import type { BoundRelevance, Column } from './bound.ts';
import { NestedScope } from './nestedScope.ts';
import { JoinScope, resolveName, type Scope, unresolved } from './scope.ts';
import { slotLiteral, slotValue } from './slots.ts';

/** `MATCH(f, 'x', operator='AND')`, `MULTI_MATCH(['a'^2, b], 'x')`, `QUERY('a:x')`, `f = MATCH_QUERY('x')`. */
export function bindRelevance(
  fn: RelevanceFunction,
  call: CallNode,
  scope: Scope,
  fieldBefore: ExpressionNode | null,
  context: Pick<EvaluationContext, 'beyond'>,
): BoundRelevance {
  const positional = fieldBefore === null ? call.args : [fieldBefore, ...call.args];
  checkArguments(fn, call, fieldBefore !== null);
  const named = new Map(call.options.map(({ name, value }) => [name.toLowerCase(), value]));
  const queryNode = named.get('query') ?? positional[fn.target === 'none' ? 0 : 1];
  const target = named.get('fields') ?? named.get('field') ?? positional[0];
  if (queryNode === undefined) throw semanticError(`${fn.names[0]} must have at least two arguments`);
  const options = call.options
    .filter(({ name }) => !['query', 'fields', 'field'].includes(name.toLowerCase()))
    .map(({ name, value }) => [name, optionText(value)] as const);
  const fields = fn.target === 'none' ? [] : targetFields(fn, target, scope, context);
  const query = fn.build(fields, queryText(fn, queryNode), convertOptions(fn, options));
  return { kind: 'relevance', type: 'boolean', query, scored: false };
}

/** The text, or its slot, because planning never inspects it. */
function queryText({ ofText = (text) => text }: RelevanceFunction, node: ExpressionNode): JsonValue {
  const literal = node.kind === 'literal' ? slotLiteral(node, 'keyword') : null;
  if (literal === null) return ofText(optionText(node));
  return slotValue(literal, (text) => ofText(String(text)));
}

/** Everything after the query text must be a named option. */
function checkArguments(
  { names: [name], target }: RelevanceFunction,
  call: CallNode,
  isBehind: boolean,
): void {
  const most = namesQuery(call) ? 0 : target === 'none' || isBehind ? 1 : 2;
  if (call.args.length > most) throw semanticError(`${name} takes ${most} arguments and options with names`);
}

function namesQuery({ options }: CallNode): boolean {
  return options.some(({ name }) => name.toLowerCase() === 'query');
}

/**
 * `f = MATCH_QUERY('x')`: the field is on the left of `=`. Other functions have their own field argument, and
 * their result is compared.
 */
export function relevanceBehind(node: ExpressionNode): { fn: RelevanceFunction; call: CallNode } | null {
  const search = relevanceOf(node);
  return search === null || search.fn.target === 'none' || namesQuery(search.call) ? null : search;
}

export function relevanceOf(node: ExpressionNode): { fn: RelevanceFunction; call: CallNode } | null {
  if (node.kind !== 'call') return null;
  const fn = relevanceByName(node.name);
  return fn === undefined ? null : { fn, call: node };
}

/** The original treats a qualified name as the full name of a field. */
function targetFields(
  fn: RelevanceFunction,
  target: ExpressionNode,
  scope: Scope,
  { beyond }: Pick<EvaluationContext, 'beyond'>,
): string[] {
  if (target.kind === 'fieldList') {
    return target.fields.map(({ name, boost }) => (boost === null ? name : `${name}^${boost}`));
  }
  if (fn.target === 'fields')
    return optionText(target)
      .split(',')
      .map((name) => name.trim());
  const parts = target.kind === 'column' ? target.parts : optionText(target).split('.');
  const { column, name } = resolveName(scope, parts);
  if (!scope.has(parts.join('.'))) beyond?.(unresolved(parts.join('.')));
  if (!isOfDocument(scope, column))
    throw semanticError(`${fn.names[0]} searches documents, not elements of one`);
  return [name];
}

function isOfDocument(scope: Scope, column: Column): boolean {
  if (scope instanceof JoinScope) return scope.sides.every((side) => isOfDocument(side, column));
  return !(scope instanceof NestedScope) || scope.members.every((member) => member.column !== column);
}

/** Literals and bare words are both text. */
export function optionText(node: ExpressionNode): string {
  if (node.kind === 'literal') return String(node.value);
  if (node.kind === 'column') return node.parts.join('.');
  throw semanticError('arguments of a relevance function are literals');
}
