import type { Clock, Random } from '../common/index.ts';

/** What handlers work with; `node/` builds it. */
export interface RestServices {
  readonly clock: Clock;
  readonly random: Random;
}
