import { FixedBitSet } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, NO_DOCS, union } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';
import { type Bm25Scorer, bm25Score, termCounts, termScorer } from './bm25.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { termQuery } from './termQuery.ts';

/** Terms that count as one: frequencies are added, the document frequency is the highest of theirs. */
export function synonymQuery(
  leaves: readonly LeafContext[],
  field: string,
  terms: readonly string[],
): LuceneQuery {
  if (terms.length === 1) return termQuery(leaves, field, terms[0]);
  return {
    key: `synonym(${field}:${JSON.stringify([...terms].sort())})`,
    shape: () => plainShape('SynonymQuery', `Synonym(${terms.map((term) => `${field}:${term}`).join(' ')})`),
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
    weight: (boost): Weight => {
      const counts = terms.map((term) => termCounts(leaves, field, term));
      const docFreq = Math.max(...counts.map((term) => term.docFreq));
      if (docFreq === 0) return { score: () => NOTHING_SCORED };
      const totalTermFreq = counts.reduce((sum, term) => sum + term.totalTermFreq, 0);
      const scorer = termScorer(leaves, field, [{ docFreq, totalTermFreq }], boost);
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
