import type { Analyzer, Token } from '../../analysis/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { shardError } from '../fieldQueries.ts';
import type { QueryShardContext } from '../types.ts';

/** The terms at one position of an analysed text: synonyms share a position. */
export interface PositionTerms {
  readonly position: number;
  readonly terms: readonly string[];
}

/** Throws if the index lacks the analyzer, even if it is not needed. */
export function checkAnalyzer(
  context: QueryShardContext,
  clause: string,
  name: string | null,
  member = 'analyzer',
): void {
  if (name === null || context.analysis.hasAnalyzer(name)) return;
  throw shardError(context, `[${clause}] ${member} [${name}] not found`);
}

/** The analyzer of a query on a text field: named by the query, or the field's own. */
export function queryAnalyzer(
  context: QueryShardContext,
  field: MappedFieldType,
  clause: string,
  name: string | null,
  quoted = false,
): Analyzer {
  if (name !== null) {
    checkAnalyzer(context, clause, name);
    return context.analysis.analyzer(name);
  }
  const own = quoted ? (field.searchQuoteAnalyzer ?? field.searchAnalyzer) : field.searchAnalyzer;
  return context.analysis.analyzer(own ?? field.indexAnalyzer ?? 'standard');
}

/** Tokens grouped by position, in order. */
export function termsByPosition(tokens: readonly Token[]): PositionTerms[] {
  const groups: { position: number; terms: string[] }[] = [];
  for (const { position, term } of tokens) {
    const last = groups[groups.length - 1];
    if (last !== undefined && last.position === position) {
      if (!last.terms.includes(term)) last.terms.push(term);
    } else groups.push({ position, terms: [term] });
  }
  return groups;
}
