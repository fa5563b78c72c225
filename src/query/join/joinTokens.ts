import { illegalArgument, type JsonObject, jsonAt } from '../../common/index.ts';
import type { NestedScoreMode } from '../bound/nestedJoin.ts';
import type { ClauseParser } from '../clause.ts';
import type { TokenContainer } from '../numberTokens.ts';
import { textAt } from '../reader.ts';
import { type Mutable, objectToken, type TokenMember, valueToken } from '../tokenLoop.ts';
import { booleanAt } from '../tokens.ts';

/** The options that `nested`, `has_child` and `has_parent` share. */
export interface JoinOptions {
  readonly scoreMode: NestedScoreMode;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: JsonObject | null;
}

const SCORE_MODES: ReadonlySet<string> = new Set(['none', 'avg', 'sum', 'max', 'min']);

/** Reads the shared members into `read`. */
export function joinTokens(
  read: Partial<Mutable<JoinOptions>>,
  parser: ClauseParser,
): Readonly<Record<'score_mode' | 'ignore_unmapped' | 'inner_hits', TokenMember>> {
  return {
    score_mode: valueToken((json, key) => void (read.scoreMode = scoreModeAt(json, key))),
    ignore_unmapped: valueToken((json, key) => void (read.ignoreUnmapped = booleanAt(json, key))),
    inner_hits: objectToken((json, key) => void (read.innerHits = innerHitsAt(json, key, parser))),
  };
}

function scoreModeAt(container: TokenContainer, key: string | number): NestedScoreMode {
  const mode = textAt(container, key);
  if (!SCORE_MODES.has(mode)) throw illegalArgument(`No score mode for child query [${mode}] found`);
  return mode as NestedScoreMode;
}

function innerHitsAt(container: TokenContainer, key: string | number, parser: ClauseParser): JsonObject {
  const body = jsonAt(container, key) as JsonObject;
  parser.checkInnerHits(body);
  return body;
}
