import { illegalArgument, type Steps } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { HighlightOptions } from '../source/highlightSpec.ts';
import { checkTermVectors, hasTermVectors, highlightFastVector, type MatchedField } from './fastVector.ts';
import type { FieldTerms, LooksInto } from './fieldTerms.ts';
import type { FieldText } from './fieldText.ts';
import { highlightPlain } from './plain.ts';
import { highlightUnified } from './unified.ts';

/** One field of one hit. */
export interface HighlightTask {
  readonly field: MappedFieldType;
  readonly text: FieldText;
  readonly terms: FieldTerms;
  readonly options: HighlightOptions;
  /** Terms of the index that pass a test, in order. */
  expand(field: string, test: (term: string) => boolean): readonly string[];
  /** The analysed values of another field; `null` if it does not exist. */
  textOf(name: string): Steps<FieldText | null>;
}

/** A row of the table of highlighters. */
export interface HighlighterType {
  /** Whether a field pattern may match this field. */
  marks(field: MappedFieldType): boolean;
  /** Throws for unsupported options or fields, even if there is nothing to mark. */
  check(field: MappedFieldType, options: HighlightOptions): void;
  readonly looksInto: LooksInto;
  readonly readsMatchedFields: boolean;
  /** Whether it uses `max_analyzer_offset`. */
  readonly limitsOffsets: boolean;
  /** Whether it analyses this field, whose text length is then limited. */
  analyses(field: MappedFieldType): boolean;
  /** Whether it treats all values as one text. */
  readonly joinsValues: boolean;
  highlight(task: HighlightTask): Steps<readonly string[]>;
}

const unified: HighlighterType = {
  marks: () => true,
  check(field, { boundaryScanner, numberOfFragments }) {
    if (boundaryScanner === 'chars' && numberOfFragments !== 0 && field.family === 'text')
      throw illegalArgument('Invalid boundary scanner type: chars');
  },
  looksInto: (kind) => (kind === 'more_like_this' ? 'nothing' : 'all'),
  readsMatchedFields: false,
  limitsOffsets: true,
  analyses: (field) => !hasTermVectors(field) && field.params.index_options !== 'offsets',
  joinsValues: true,
  highlight: ({ field, text, terms, options }) =>
    highlightUnified(text, terms, options, field.family === 'text'),
};

const plain: HighlighterType = {
  marks: () => true,
  check: checkFragmenter,
  looksInto(kind, found) {
    if (kind !== 'intervals' && kind !== 'terms_set') return 'all';
    return found.length === 0 ? 'terms' : 'nothing';
  },
  readsMatchedFields: false,
  limitsOffsets: false,
  analyses: () => true,
  joinsValues: false,
  highlight: ({ text, terms, options }) => highlightPlain(text, terms, options),
};

function checkFragmenter(field: MappedFieldType, { fragmenter, numberOfFragments }: HighlightOptions): void {
  if (fragmenter === 'simple' || fragmenter === 'span' || numberOfFragments === 0) return;
  throw illegalArgument(`unknown fragmenter option [${fragmenter}] for the field [${field.name}]`);
}

const fastVector: HighlighterType = {
  marks: hasTermVectors,
  check: checkTermVectors,
  looksInto: (kind) => (kind === 'more_like_this' ? 'all' : 'nothing'),
  readsMatchedFields: true,
  limitsOffsets: false,
  analyses: () => false,
  joinsValues: true,
  *highlight({ field, text, terms, options, textOf, expand }) {
    const names = options.matchedFields.length > 0 ? options.matchedFields : [field.name];
    const matched: MatchedField[] = [];
    for (const name of names) {
      const own = yield* textOf(name);
      if (own !== null) matched.push({ name, text: own });
    }
    return yield* highlightFastVector(text, matched, terms, { ...options, expand });
  },
};

/** Highlighters by their names. */
export const HIGHLIGHTERS: ReadonlyMap<string, HighlighterType> = new Map([
  ['unified', unified],
  ['plain', plain],
  ['fvh', fastVector],
]);
