import type { Analyzer } from '../../analysis/index.ts';
import { type JsonValue, readJson, valuesAt } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { EXCLUDED, type IdRun, type KeyFilter, type KeyReader, type KeySource } from './keys.ts';
import { StringIds } from './termIds.ts';

const decoder = new TextDecoder();

interface AnalyzedTermsOptions {
  readonly analyzer: Analyzer;
  /** Paths in the source. */
  readonly paths: readonly string[];
  readonly filter: KeyFilter | null;
  /** Ignores passages that the bucket has seen before. */
  readonly filterDuplicates: boolean;
}

/** The terms of documents, analysed again from their sources, since text has no column. */
export class AnalyzedTerms implements KeySource {
  readonly #options: AnalyzedTermsOptions;
  readonly #ids: StringIds;
  readonly #sequences = new Map<number, DuplicateSequences>();

  constructor(options: AnalyzedTermsOptions) {
    this.#options = options;
    this.#ids = new StringIds(options.filter);
  }

  get size(): number {
    return this.#ids.size;
  }

  key(id: number): string {
    return this.#ids.term(id);
  }

  leaf(leaf: LeafContext): KeyReader {
    return { read: (block) => this.#read(leaf, block) };
  }

  addAll(leaves: readonly LeafContext[]): void {
    for (const { reader } of leaves) {
      for (let doc = 0; doc < reader.maxDoc; doc++) {
        for (const word of this.#words(sourceOf(reader, doc))) this.#ids.idOf(word);
      }
    }
  }

  #read({ reader }: LeafContext, block: DocBlock): IdRun {
    const ids: number[] = [];
    const positions: number[] = [];
    for (let i = 0; i < block.count; i++) {
      const words = this.#words(sourceOf(reader, block.docs[i]));
      const kept = this.#options.filterDuplicates
        ? this.#sequencesOf(block.owners[i]).withoutCopies(words)
        : words;
      for (const id of new Set(kept.map((word) => this.#ids.idOf(word)))) {
        if (id === EXCLUDED) continue;
        ids.push(id);
        positions.push(i);
      }
    }
    return {
      ids: Uint32Array.from(ids),
      positions: Uint32Array.from(positions),
      count: ids.length,
      dense: false,
    };
  }

  #words(source: JsonValue): string[] {
    const texts = this.#options.paths.flatMap((path) => valuesAt(source, path));
    return texts.flatMap((text) => this.#options.analyzer.tokenize(String(text)).map((token) => token.term));
  }

  #sequencesOf(owner: number): DuplicateSequences {
    const known = this.#sequences.get(owner) ?? new DuplicateSequences();
    this.#sequences.set(owner, known);
    return known;
  }
}

/** A nested document has no source of its own, so it is read from its root document. */
function sourceOf(reader: LeafContext['reader'], doc: number): JsonValue {
  let root = doc;
  while (reader.nestedPath(root) !== null) root = reader.parent(root);
  const bytes = reader.source(root);
  return bytes.length === 0 ? null : readJson(decoder.decode(bytes));
}

/** Consecutive words that count as a copy if seen before in the same order. */
const SEQUENCE_WORDS = 6;

/** Finds passages shared by texts: copies, quotations, boilerplate. */
export class DuplicateSequences {
  readonly #met = new Set<string>();

  /** The words without passages seen before; records the passages of this text. */
  withoutCopies(words: readonly string[]): string[] {
    const copied = new Uint8Array(words.length);
    for (let end = SEQUENCE_WORDS; end <= words.length; end++) {
      const start = end - SEQUENCE_WORDS;
      const sequence = words.slice(start, end).join('\u0000');
      if (this.#met.has(sequence)) copied.fill(1, start, end);
      else this.#met.add(sequence);
    }
    return words.filter((_, i) => copied[i] === 0);
  }
}
