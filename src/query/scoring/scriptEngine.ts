import type { OpenSearchError } from '../../common/index.ts';
import type { ScriptSource } from '../../script/index.ts';
import type { QueryShardContext } from '../types.ts';
import type { ScoreScript } from './leafScorer.ts';

/** A script language as queries use it. */
export interface ScriptEngine {
  /** Throws script_exception and illegal_argument errors in the original's words. */
  score(context: QueryShardContext, source: ScriptSource): ScoreScript;
  /** Why its scripts are no filters; absent: they may be. */
  filterRefusal?(context: QueryShardContext, source: ScriptSource): OpenSearchError;
}
