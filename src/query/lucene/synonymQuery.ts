import { FixedBitSet, javaFloat } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, NO_DOCS, union } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';
import { type Bm25Scorer, bm25Score, bm25Scorer, inverseDocumentFrequency } from './bm25.ts';
import { explainBm25, frequencyIn } from './explainTerm.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { type StatisticsContext, statisticsOf } from './statistics.ts';
import { termQuery } from './termQuery.ts';

/** Terms that count as one: frequencies are added, the document frequency is the highest of theirs. */
export function synonymQuery(
  context: StatisticsContext,
  field: string,
  given: readonly string[],
): LuceneQuery {
  if (given.length === 1) return termQuery(context, field, given[0]);
  const terms = [...given].sort();
  const text = `Synonym(${terms.map((term) => `${field}:${term}`).join(' ')})`;
  const numbers = () => {
    const statistics = statisticsOf(context);
    const docFreq = Math.max(...terms.map((term) => statistics.docFreq(field, term, null)));
    return { statistics: statistics.field(field), docFreq };
  };
  return {
    key: `synonym(${field}:${JSON.stringify(terms)})`,
    shape: () => plainShape('SynonymQuery', text),
    visitTerms(visitor) {
      for (const term of terms) visitor.term(field, term);
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
      const { statistics, docFreq } = numbers();
      const freq = terms.reduce((sum, term) => sum + frequencyIn(leaf, field, term, doc), 0);
      const parts = { text, field, docFreqs: [docFreq], statistics, boost };
      return explainBm25(leaf, doc, parts, freq, `termFreq=${javaFloat(freq)}`);
    },
    weight: (boost): Weight => {
      const { statistics, docFreq } = numbers();
      if (docFreq === 0) return { score: () => NOTHING_SCORED };
      const idf = inverseDocumentFrequency(statistics.docCount, docFreq);
      const scorer = bm25Scorer(statistics, idf, boost);
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
