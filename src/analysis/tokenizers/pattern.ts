import { illegalArgument, type Regex } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';
import { luceneRegex, regexParameter, withBudget } from '../userRegex.ts';
import { keywordTokenizer } from './simple.ts';

/** `pattern`: splits at matches (`group` -1), or emits one of their groups. */
export function patternTokenizer(parameters: ComponentParameters): Tokenizer {
  const regex = regexParameter(parameters, 'pattern', '\\W+');
  const group = parameters.integer('group', -1);
  if (group > regex.groupCount) {
    throw illegalArgument(`invalid group specified: pattern only has: ${regex.groupCount} capturing groups`);
  }
  return group < 0 ? splitting(regex) : matching(regex, group);
}

/** `simple_pattern`: emits matches. */
export function simplePatternTokenizer(parameters: ComponentParameters): Tokenizer {
  const pattern = parameters.string('pattern') ?? '';
  return onFirstText(() => matching(luceneRegex(pattern), 0));
}

/** `simple_pattern_split`: emits the text between matches. */
export function simplePatternSplitTokenizer(parameters: ComponentParameters): Tokenizer {
  const pattern = parameters.string('pattern') ?? '';
  return pattern === '' ? keywordTokenizer : onFirstText(() => splitting(luceneRegex(pattern)));
}

/** Invalid patterns are only reported when a text is analysed, as in the original. */
function onFirstText(make: () => Tokenizer): Tokenizer {
  let made: Tokenizer | null = null;
  return (text) => {
    made ??= make();
    return made(text);
  };
}

export function splitting(regex: Regex): Tokenizer {
  return (text) =>
    withBudget(() => {
      const tokens: WorkToken[] = [];
      let start = 0;
      const close = (end: number): void => {
        if (end > start) tokens.push(workToken(text.slice(start, end), start, end));
      };
      for (const match of regex.findAll(text)) {
        close(match.start);
        start = match.end;
      }
      close(text.length);
      return tokens;
    });
}

function matching(regex: Regex, group: number): Tokenizer {
  return (text) =>
    withBudget(() => {
      const tokens: WorkToken[] = [];
      for (const { groups, groupStarts } of regex.findAll(text)) {
        const term = groups[group];
        if (term === null || term === '') continue;
        tokens.push(workToken(term, groupStarts[group], groupStarts[group] + term.length));
      }
      return tokens;
    });
}
