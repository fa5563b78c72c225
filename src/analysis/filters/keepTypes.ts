import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { keepTokens, type TokenFilter } from '../stream.ts';

/** `keep_types`: keeps only tokens of these types, or drops them. */
export function keepTypesFilter(parameters: ComponentParameters): TokenFilter {
  const types = parameters.list('types');
  if (types === null) throw illegalArgument('keep_types requires `types` to be configured');
  const mode = (parameters.string('mode') ?? 'include').toLowerCase();
  if (mode !== 'include' && mode !== 'exclude') {
    throw illegalArgument(
      `\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`,
    );
  }
  const listed = new Set(types);
  return {
    apply: (stream) => keepTokens(stream, (token) => listed.has(token.type) === (mode === 'include')),
  };
}
