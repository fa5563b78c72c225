import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { expandTokens, mapTerms, type TokenFilter, type WorkToken } from '../stream.ts';
import { regexParameter, userRegex, withBudget } from '../userRegex.ts';

/** `pattern_replace`: replaces all matches, or the first, within each term. */
export function patternReplaceFilter(parameters: ComponentParameters): TokenFilter {
  if (!parameters.has('pattern')) {
    throw illegalArgument(
      `pattern is missing for [${parameters.name}] token filter of type 'pattern_replace'`,
    );
  }
  const regex = regexParameter(parameters, 'pattern', '');
  const replacement = parameters.string('replacement') ?? '';
  if (parameters.boolean('all', true)) {
    return mapTerms((term) => withBudget(() => regex.replaceAll(term, replacement)));
  }
  return mapTerms((term) =>
    withBudget(() => {
      const match = regex.find(term);
      if (match === null) return term;
      return term.slice(0, match.start) + regex.expand(replacement, match) + term.slice(match.end);
    }),
  );
}

/** `pattern_capture`: emits every group of every match at the term's position. */
export function patternCaptureFilter(parameters: ComponentParameters): TokenFilter {
  const patterns = parameters.list('patterns');
  if (patterns === null)
    throw illegalArgument(`required setting 'patterns' is missing for token filter [${parameters.name}]`);
  const regexes = patterns.map((pattern) => userRegex(pattern));
  const preserve = parameters.boolean('preserve_original', true);
  return expandTokens((token) => {
    const captures = withBudget(() => regexes.flatMap((regex) => capturesOf(regex, token.term)));
    captures.sort((a, b) => a.start - b.start);
    const kept = captures.filter(({ text }) => !preserve || text !== token.term);
    const terms = kept.map(({ text }) => text);
    if (preserve || terms.length === 0) terms.unshift(token.term);
    return terms.map((term, i): WorkToken => {
      return { ...token, term, positionIncrement: i === 0 ? token.positionIncrement : 0 };
    });
  });
}

interface Capture {
  readonly start: number;
  readonly text: string;
}

function capturesOf(regex: ReturnType<typeof userRegex>, term: string): Capture[] {
  const captures: Capture[] = [];
  for (const { groups, groupStarts } of regex.findAll(term)) {
    for (let i = 1; i < groups.length; i++) {
      const text = groups[i];
      if (text !== null && text !== '') captures.push({ start: groupStarts[i], text });
    }
  }
  return captures;
}
