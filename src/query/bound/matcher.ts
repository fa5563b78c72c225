import { atOnce, inOneStep, type Steps } from '../../common/index.ts';
import { concatDocs, docArray, docSetOfArray, intersect, isRun } from '../docSet.ts';
import type { DocSet, Matcher } from '../types.ts';
import { areHits } from './fewDocs.ts';

/** Finds the documents of one segment that a bound query matches. */
export abstract class LeafMatcher implements Matcher {
  abstract readonly isCostly: boolean;
  abstract among(docs: DocSet): DocSet;

  /**
   * A set with the same result within `docs`, possibly with documents outside of it: whatever is fastest to
   * intersect.
   */
  over(docs: DocSet): DocSet {
    return this.among(docs);
  }

  amongInSteps(docs: DocSet): Steps<DocSet> {
    return inOneStep(() => this.among(docs));
  }

  overInSteps(docs: DocSet): Steps<DocSet> {
    return this.amongInSteps(docs);
  }
}

/** Finds all matching documents of a segment, in steps if that takes long. */
export type FindAll = () => DocSet | Steps<DocSet>;

function* stepsOf(found: ReturnType<FindAll>): Steps<DocSet> {
  return 'kind' in found ? found : yield* found;
}

/** Finds all documents on first use, and keeps them. */
export class WholeMatcher extends LeafMatcher {
  readonly isCostly = false;
  readonly #find: FindAll;
  #found: DocSet | null = null;

  constructor(find: FindAll) {
    super();
    this.#find = find;
  }

  among(docs: DocSet): DocSet {
    return intersect(docs, this.over());
  }

  override over(_docs?: DocSet): DocSet {
    this.#found ??= atOnce(stepsOf(this.#find()));
    return this.#found;
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    return intersect(docs, yield* this.overInSteps());
  }

  override *overInSteps(_docs?: DocSet): Steps<DocSet> {
    this.#found ??= yield* stepsOf(this.#find());
    yield;
    return this.#found;
  }

  protected get isKnown(): boolean {
    return this.#found !== null;
  }
}

/** Like WholeMatcher, but checks single documents while only few are asked about. */
export class SeekingMatcher extends WholeMatcher {
  readonly #look: (docs: Uint32Array) => Uint32Array;
  readonly #maxDoc: number;

  constructor(find: FindAll, look: (docs: Uint32Array) => Uint32Array, maxDoc: number) {
    super(find);
    this.#look = look;
    this.#maxDoc = maxDoc;
  }

  override among(docs: DocSet): DocSet {
    return intersect(docs, this.over(docs));
  }

  override over(docs: DocSet): DocSet {
    if (this.isKnown || !areHits(docs, this.#maxDoc)) return super.over();
    return docSetOfArray(this.#look(docs.docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    return intersect(docs, yield* this.overInSteps(docs));
  }

  override *overInSteps(docs: DocSet): Steps<DocSet> {
    if (this.isKnown || !areHits(docs, this.#maxDoc)) return yield* super.overInSteps();
    return docSetOfArray(this.#look(docs.docs));
  }
}

/** Number of documents between two checks for cancellation. */
const DOCS_BETWEEN_CHECKS = 1024;

/** Checks each document individually, which takes long. */
export class LookingMatcher extends LeafMatcher {
  readonly isCostly = true;
  readonly #look: (docs: Uint32Array) => Uint32Array;
  readonly #checkCancelled: () => void;
  readonly #scope: WholeMatcher | null;

  /**
   * `look` returns the matches among some ascending documents; `scope` finds the candidates (absent for all).
   */
  constructor(look: (docs: Uint32Array) => Uint32Array, checkCancelled: () => void, scope?: FindAll) {
    super();
    this.#look = look;
    this.#checkCancelled = checkCancelled;
    this.#scope = scope === undefined ? null : new WholeMatcher(scope);
  }

  among(docs: DocSet): DocSet {
    return this.#lookAt(this.#scope?.among(docs) ?? docs);
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    return this.#lookAt(this.#scope === null ? docs : yield* this.#scope.amongInSteps(docs));
  }

  #lookAt(docs: DocSet): DocSet {
    const asked = docArray(docs);
    const kept: Uint32Array[] = [];
    for (const some of slicesOf(asked, this.#checkCancelled)) kept.push(this.#look(some));
    return kept.length === 1 ? docSetOfArray(kept[0]) : docSetOfArray(concatDocs(kept));
  }
}

/** Splits documents into small slices, checking for cancellation after each. */
export function* slicesOf(docs: Uint32Array, checkCancelled: () => void): Generator<Uint32Array> {
  for (let from = 0; from < docs.length; from += DOCS_BETWEEN_CHECKS) {
    yield docs.subarray(from, from + DOCS_BETWEEN_CHECKS);
    checkCancelled();
  }
}

/**
 * Keeps the result of a costly matcher if it is asked about all documents of the segment, window after
 * window.
 */
export class KeepingMatcher extends LeafMatcher {
  readonly isCostly = true;
  readonly #inner: LeafMatcher;
  readonly #maxDoc: number;
  readonly #keep: (all: DocSet) => void;
  #pieces: Uint32Array[] = [];
  #next = 0;

  constructor(inner: LeafMatcher, maxDoc: number, keep: (all: DocSet) => void) {
    super();
    this.#inner = inner;
    this.#maxDoc = maxDoc;
    this.#keep = keep;
  }

  among(docs: DocSet): DocSet {
    return this.#keepAll(docs, this.#inner.among(docs));
  }

  override *amongInSteps(docs: DocSet): Steps<DocSet> {
    return this.#keepAll(docs, yield* this.#inner.amongInSteps(docs));
  }

  /** Returns `found`, after recording it as the result for `docs`. */
  #keepAll(docs: DocSet, found: DocSet): DocSet {
    const asked = docArray(docs);
    if (asked[0] !== this.#next || !isRun(asked)) return found;
    this.#pieces.push(docArray(found));
    this.#next += asked.length;
    if (this.#next === this.#maxDoc) this.#keep(docSetOfArray(concatDocs(this.#pieces)));
    return found;
  }
}
