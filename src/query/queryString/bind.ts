import { booleanQuery, givenClauses, queryOfClauses } from '../bound/booleanQuery.ts';
import type { Clause, Occur } from '../bound/booleanRewrite.ts';
import { boostQuery } from '../bound/boostQuery.ts';
import { matchAllQuery, matchNoneQuery } from '../bound/constantQuery.ts';
import type { BoundQuery } from '../bound/query.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import type { QueryShardContext } from '../types.ts';
import { LeafBinder, type LeafOptions } from './bindLeaf.ts';
import type { QueryNode, SyntaxClause } from './syntax.ts';

export interface QueryStringOptions extends LeafOptions {
  readonly minimumShouldMatch: string | null;
}

/** Binds a parsed query_string to a shard. */
export function bindQueryNode(
  context: QueryShardContext,
  root: QueryNode,
  options: QueryStringOptions,
): BoundQuery {
  const binder = new ClauseBinder(new LeafBinder(context, options), options.defaultOperator);
  return binder.whole(root, options.minimumShouldMatch);
}

class ClauseBinder {
  readonly #leaves: LeafBinder;
  readonly #defaultOccur: Occur;

  constructor(leaves: LeafBinder, defaultOperator: 'or' | 'and') {
    this.#leaves = leaves;
    this.#defaultOccur = defaultOperator === 'and' ? 'must' : 'should';
  }

  /** `minimum_should_match` applies to the outermost clauses, even if boosted. */
  whole(node: QueryNode, minimum: string | null): BoundQuery {
    if (minimum === null) return this.#bind(node) ?? matchNoneQuery;
    if (node.kind === 'boost') return boostQuery(this.whole(node.node, minimum), node.boost);
    if (node.kind === 'clauses' && node.clauses.length === 1 && node.clauses[0].modifier === null) {
      const [{ node: only }] = node.clauses;
      if (only.kind !== 'text') return this.whole(only, minimum);
    }
    const query = this.#bind(node) ?? matchNoneQuery;
    const given = givenClauses(query);
    if (given === null) return query;
    const optional = given.clauses.filter(({ occur }) => occur === 'should').length;
    const wanted = minimumShouldMatch(minimum, optional);
    return wanted === 0 ? query : queryOfClauses({ clauses: given.clauses, minimum: wanted });
  }

  /** `null` if nothing remains, because the analyzer finds no words. */
  #bind(node: QueryNode): BoundQuery | null {
    if (node.kind === 'boost') {
      const query = this.#bind(node.node);
      return query && boostQuery(query, node.boost);
    }
    return node.kind === 'clauses' ? this.#clauses(node.clauses) : this.#leaves.bind(node);
  }

  #clauses(clauses: readonly SyntaxClause[]): BoundQuery | null {
    const list: Clause[] = [];
    let alone: BoundQuery | null = null;
    for (const [at, clause] of clauses.entries()) {
      const query = this.#bind(clause.node);
      if (at === 0 && clause.modifier === null) alone = query;
      if (clause.node.kind === 'text' && clause.node.several) this.#addWords(list, query);
      else this.#add(list, clause, query);
    }
    if (list.length === 0) return null;
    if (list.length === 1 && alone !== null) return alone;
    if (list.some(({ occur }) => occur !== 'mustNot')) return queryOfClauses({ clauses: list, minimum: 0 });
    const mustNot = list.map(({ query }) => query);
    return booleanQuery({ must: [], filter: [matchAllQuery], should: [], mustNot, minimumShouldMatch: 0 });
  }

  /** If only one field is searched, consecutive words become separate clauses. */
  #addWords(list: Clause[], query: BoundQuery | null): void {
    if (query === null) return;
    const words = givenClauses(query)?.clauses;
    if (words === undefined) list.push({ occur: this.#defaultOccur, query });
    else list.push(...words);
  }

  /**
   * Lucene's classic rules: AND makes the preceding clause required; if AND is the default, OR makes it
   * optional.
   */
  #add(list: Clause[], { conjunction, modifier }: SyntaxClause, query: BoundQuery | null): void {
    const last = list[list.length - 1];
    if (last !== undefined && last.occur !== 'mustNot') {
      if (conjunction === 'and') list[list.length - 1] = { ...last, occur: 'must' };
      if (conjunction === 'or' && this.#defaultOccur === 'must') {
        list[list.length - 1] = { ...last, occur: 'should' };
      }
    }
    if (query === null) return;
    const required =
      this.#defaultOccur === 'should' ? modifier === 'plus' || conjunction === 'and' : conjunction !== 'or';
    list.push({ occur: modifier === 'minus' ? 'mustNot' : required ? 'must' : 'should', query });
  }
}
