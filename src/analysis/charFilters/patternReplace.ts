import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { CharFilter } from '../stream.ts';
import { regexParameter, withBudget } from '../userRegex.ts';
import { OffsetWriter } from './offsets.ts';

/** `pattern_replace`: replaces every match; `$1` refers to a group. */
export function patternReplaceCharFilter(parameters: ComponentParameters): CharFilter {
  if (!parameters.string('pattern')) {
    throw illegalArgument(
      `pattern is missing for [${parameters.name}] char filter of type 'pattern_replace'`,
    );
  }
  const regex = regexParameter(parameters, 'pattern', '');
  const replacement = parameters.string('replacement') ?? '';
  return (text) =>
    withBudget(() => {
      const writer = new OffsetWriter();
      let at = 0;
      for (const match of regex.findAll(text)) {
        writer.write(text.slice(at, match.start), at, match.start);
        writer.write(regex.expand(replacement, match), match.start, match.end);
        at = match.end;
      }
      writer.write(text.slice(at), at, text.length);
      return writer.finish(text.length);
    });
}
