import { illegalArgument } from '../../common/index.ts';
import { InternalExtendedStats } from '../metric/extendedStats.ts';
import { siblingPipelineWith } from './siblingPipeline.ts';
import { statsOf } from './statsBucket.ts';

export const extendedStatsBucket = siblingPipelineWith('extended_stats_bucket', () => {
  let sigma = 2;
  return {
    own: { VALUE_NUMBER: { sigma: (value) => (sigma = Number(value)) } },
    finish() {
      if (!(sigma >= 0)) throw illegalArgument('sigma must be a non-negative double');
      return (values, format) => {
        const squares = values.reduce((total, { value }) => total + value * value, 0);
        return new InternalExtendedStatsBucket(statsOf(values), squares, sigma, format);
      };
    },
  };
});

class InternalExtendedStatsBucket extends InternalExtendedStats {
  override readonly type = 'extended_stats_bucket';
}
