import { FixedBitSet, javaFloat } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, NO_DOCS, union } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';
import { type Bm25Scorer, bm25Score, termScorer } from './bm25.ts';
import { explainTerms, frequencyIn } from './explainTerm.ts';
import { type BoundQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { type StatisticsContext, scoringNumbers } from './statistics.ts';
import { termQuery } from './termQuery.ts';

/** Terms that count as one: frequencies are added, the document frequency is the highest of theirs. */
export function synonymQuery(
  context: StatisticsContext,
  field: string,
  given: readonly string[],
): BoundQuery {
  if (given.length === 1) return termQuery(context, field, given[0]);
  const terms = [...given].sort();
  const text = `Synonym(${terms.map((term) => `${field}:${term}`).join(' ')})`;
  const numbers = (): ScoringNumbers => {
    const each = scoringNumbers(
      context,
      field,
      terms.map((term) => ({ field, term })),
    );
    const docFreq = Math.max(0, ...each.terms.map((term) => term.docFreq));
    const totalTermFreq = each.terms.reduce((sum, term) => sum + term.totalTermFreq, 0);
    return { ...each, terms: docFreq === 0 ? [] : [{ docFreq, totalTermFreq }] };
  };
  return {
    key: `synonym(${field}:${JSON.stringify(terms)})`,
    shape: () => plainShape('SynonymQuery', text),
    visitTerms(visitor, boost) {
      for (const term of terms) visitor.term(field, term, boost);
    },
    match: ({ reader }) => {
      const dictionary = reader.terms(field);
      if (dictionary === null) return NO_DOCS;
      const ords = terms.map((term) => dictionary.lookup(term)).filter((ord) => ord >= 0);
      return union(
        ords.map((ord) => docSetOfArray(dictionary.docs(ord))),
        reader.maxDoc,
      );
    },
    explain(leaf, doc, boost) {
      const freq = terms.reduce((sum, term) => sum + frequencyIn(leaf, field, term, doc), 0);
      const parts = { text, field, boost, numbers: numbers() };
      return explainTerms(leaf, doc, parts, freq, `termFreq=${javaFloat(freq)}`);
    },
    weight: (boost): Weight => {
      const own = numbers();
      if (own.terms.length === 0) return { score: () => NOTHING_SCORED };
      const scorer = termScorer(own, boost);
      return { score: (leaf) => scoreSynonyms(leaf, field, terms, scorer) };
    },
  };
}

function scoreSynonyms(
  { reader }: LeafContext,
  field: string,
  terms: readonly string[],
  scorer: Bm25Scorer,
): ScoredDocs {
  const dictionary = reader.terms(field);
  if (dictionary === null) return NOTHING_SCORED;
  const freqOf = new Uint32Array(reader.maxDoc);
  const bits = new FixedBitSet(reader.maxDoc);
  for (const term of terms) {
    const ord = dictionary.lookup(term);
    if (ord < 0) continue;
    const docs = dictionary.docs(ord);
    const freqs = dictionary.freqs(ord);
    for (let i = 0; i < docs.length; i++) {
      freqOf[docs[i]] += freqs === null ? 1 : freqs[i];
      bits.add(docs[i]);
    }
  }
  const set = docSetOfBits(bits);
  const docs = docArray(set);
  const norms = reader.norms(field);
  const scores = Float32Array.from(docs, (doc) =>
    bm25Score(scorer, freqOf[doc], norms === null ? 1 : norms[doc]),
  );
  return { docs: set, scores, constant: 0 };
}
