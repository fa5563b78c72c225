import type { ClusterService } from '../cluster/index.ts';
import { type Clock, parseCompilationRate } from '../common/index.ts';
import { CompilationRate, scriptLimits } from '../script/index.ts';

const LENGTH = 'script.max_size_in_bytes';
const RATE = 'script.max_compilations_rate';

/**
 * Applies the cluster's script settings. The compilation rate is limited only if set explicitly, because
 * tests compile many scripts.
 */
export function followScriptLimits({ settings }: ClusterService, clock: Clock): void {
  const applyLength = (text: string): void => {
    scriptLimits.maxLength = settings.isSet(LENGTH) ? Number(text) : null;
  };
  const applyRate = (text: string): void => {
    const rate = settings.isSet(RATE) ? parseCompilationRate(text) : null;
    scriptLimits.compilations = rate && new CompilationRate(text, rate.count, rate.windowMs, clock);
  };
  settings.onChange(LENGTH, applyLength);
  settings.onChange(RATE, applyRate);
  if (settings.isSet(LENGTH)) applyLength(settings.text(LENGTH) ?? '');
  if (settings.isSet(RATE)) applyRate(settings.text(RATE) ?? '');
}
