import { illegalArgument } from '../../common/index.ts';
import { fuzzyMatcher, maxEditsFor } from '../automaton/fuzzy.ts';
import { fuzzyOrds } from '../automaton/levenshteinWalk.ts';
import { codePoints } from '../automaton/wildcard.ts';
import type { QueryShardContext } from '../types.ts';
import { withParsedText } from './decorated.ts';
import {
  type MultiTerm,
  MultiTermQuery,
  multiTermQuery,
  rewriteMethod,
  rewriteMultiTerm,
} from './multiTerm.ts';
import type { BoundQuery } from './query.ts';
import { termQuery } from './termQuery.ts';

export interface FuzzyOptions {
  readonly fuzziness: string;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  /** `null`: the nearest `maxExpansions` terms, scored with the blended document frequency of all. */
  readonly rewrite: string | null;
}

/** Terms within some edits of a term, each boosted by its similarity. */
export function fuzzyQuery(
  context: QueryShardContext,
  field: string,
  term: string,
  options: FuzzyOptions,
): BoundQuery {
  if (options.prefixLength < 0) throw illegalArgument('prefixLength cannot be negative.');
  if (options.maxExpansions <= 0) throw illegalArgument('maxExpansions must be positive.');
  const maxEdits = maxEditsFor(options.fuzziness, codePoints(term).length);
  const name = options.rewrite ?? `top_terms_blended_freqs_${options.maxExpansions}`;
  const terms = fuzzyTerms(context, field, term, { ...options, maxEdits });
  if (maxEdits === 0) {
    const exact = withParsedText(termQuery(context, field, term), terms.text);
    return new MultiTermQuery(exact, terms);
  }
  const query = multiTermQuery(terms);
  return rewriteMultiTerm(context, query, rewriteMethod(name));
}

/** The terms that a fuzzy query expands to. */
export function fuzzyTerms(
  context: QueryShardContext,
  field: string,
  text: string,
  options: Omit<FuzzyOptions, 'rewrite' | 'fuzziness'> & { readonly maxEdits: number },
): MultiTerm {
  const points = codePoints(text);
  const prefix = String.fromCodePoint(...points.slice(0, options.prefixLength));
  const editsOf = fuzzyMatcher(text, options);
  const { maxEdits, transpositions, prefixLength } = options;
  return {
    field,
    key: `${field}:fuzzy${JSON.stringify([text, maxEdits, transpositions, prefixLength])}`,
    text: `${field}:${text}~${maxEdits}`,
    test: (term) => term.startsWith(prefix) && editsOf(term) !== null,
    select(terms) {
      context.checkCancelled();
      return Uint32Array.from(fuzzyOrds(terms, text, options));
    },
    likeness(term) {
      const edits = editsOf(term) ?? 0;
      const shorter = Math.min(points.length, codePoints(term).length);
      return edits === 0 ? 1 : Math.fround(1 - Math.fround(edits / shorter));
    },
  };
}
