import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, WorkToken } from '../stream.ts';

/** `keep_types`: tokens of these types only, or all but these. */
export function keepTypesFilter(parameters: ComponentParameters): TokenFilter {
  const types = parameters.list('types');
  if (types === null || types.length === 0)
    throw illegalArgument('keep_types requires `types` to be configured');
  const mode = (parameters.string('mode') ?? 'include').toLowerCase();
  if (mode !== 'include' && mode !== 'exclude') {
    throw illegalArgument(
      `\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`,
    );
  }
  const listed = new Set(types);
  return {
    apply: ({ tokens, endIncrement }) => {
      const kept: WorkToken[] = [];
      let skipped = 0;
      for (const token of tokens) {
        if (listed.has(token.type) !== (mode === 'include')) {
          skipped += token.positionIncrement;
          continue;
        }
        token.positionIncrement += skipped;
        skipped = 0;
        kept.push(token);
      }
      return { tokens: kept, endIncrement: endIncrement + skipped };
    },
  };
}
