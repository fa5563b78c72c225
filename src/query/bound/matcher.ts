import { concatDocs, docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { DocSet, Matcher } from '../types.ts';

/** Finds the documents of one segment that a bound query matches. */
export abstract class LeafMatcher implements Matcher {
  abstract readonly isCostly: boolean;
  abstract among(docs: DocSet): DocSet;

  /** A set that holds the same of `docs` as `among`, and maybe others beyond them: what intersects fastest. */
  over(docs: DocSet): DocSet {
    return this.among(docs);
  }
}

/** Finds all documents at once, when first asked, and keeps them. */
export class WholeMatcher extends LeafMatcher {
  readonly isCostly = false;
  readonly #find: () => DocSet;
  #found: DocSet | null = null;

  constructor(find: () => DocSet) {
    super();
    this.#find = find;
  }

  among(docs: DocSet): DocSet {
    return intersect(docs, this.over());
  }

  override over(): DocSet {
    this.#found ??= this.#find();
    return this.#found;
  }
}

/** Documents that are looked at between two looks at whether the search was cancelled. */
const DOCS_BETWEEN_CHECKS = 256;

/** Looks at each document, which takes long. */
export class LookingMatcher extends LeafMatcher {
  readonly isCostly = true;
  readonly #look: (docs: Uint32Array) => Uint32Array;
  readonly #checkCancelled: () => void;
  readonly #scope: WholeMatcher | null;

  /** `look`: which of some ascending documents match; `scope`: those that may (absent: all). */
  constructor(look: (docs: Uint32Array) => Uint32Array, checkCancelled: () => void, scope?: () => DocSet) {
    super();
    this.#look = look;
    this.#checkCancelled = checkCancelled;
    this.#scope = scope === undefined ? null : new WholeMatcher(scope);
  }

  among(docs: DocSet): DocSet {
    const asked = docArray(this.#scope?.among(docs) ?? docs);
    const kept: Uint32Array[] = [];
    for (const some of slicesOf(asked, this.#checkCancelled)) kept.push(this.#look(some));
    return kept.length === 1 ? docSetOfArray(kept[0]) : docSetOfArray(concatDocs(kept));
  }
}

/** Documents a few at a time, with a look at whether the search was cancelled after each few. */
export function* slicesOf(docs: Uint32Array, checkCancelled: () => void): Generator<Uint32Array> {
  for (let from = 0; from < docs.length; from += DOCS_BETWEEN_CHECKS) {
    yield docs.subarray(from, from + DOCS_BETWEEN_CHECKS);
    checkCancelled();
  }
}
