import type { OpenSearchError } from '../../common/index.ts';
import type { ScriptSource } from '../../script/index.ts';
import type { QueryShardContext } from '../types.ts';
import type { ScoreScript } from './leafScorer.ts';

/** A script language for use in queries. */
export interface ScriptEngine {
  /** Throws script_exception and illegal_argument errors in the original's words. */
  score(context: QueryShardContext, source: ScriptSource): ScoreScript;
  /** The error if its scripts cannot be filters; absent if they can. */
  filterRefusal?(context: QueryShardContext, source: ScriptSource): OpenSearchError;
}
