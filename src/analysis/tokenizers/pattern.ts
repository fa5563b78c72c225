import { illegalArgument, type Regex } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { type Tokenizer, type WorkToken, workToken } from '../stream.ts';
import { luceneRegex, regexParameter, withBudget } from '../userRegex.ts';
import { keywordTokenizer } from './simple.ts';

/** `pattern`: splits where the expression matches (`group` -1), or takes one of its groups as tokens. */
export function patternTokenizer(parameters: ComponentParameters): Tokenizer {
  const regex = regexParameter(parameters, 'pattern', '\\W+');
  const group = parameters.integer('group', -1);
  if (group > regex.groupCount) {
    throw illegalArgument(`invalid group specified: pattern only has: ${regex.groupCount} capturing groups`);
  }
  return group < 0 ? splitting(regex) : matching(regex, group);
}

/** `simple_pattern`: what matches is a token. */
export function simplePatternTokenizer(parameters: ComponentParameters): Tokenizer {
  const pattern = parameters.string('pattern') ?? '';
  return onFirstText(() => matching(luceneRegex(pattern), 0));
}

/** `simple_pattern_split`: what lies between matches is a token. */
export function simplePatternSplitTokenizer(parameters: ComponentParameters): Tokenizer {
  const pattern = parameters.string('pattern') ?? '';
  return pattern === '' ? keywordTokenizer : onFirstText(() => splitting(luceneRegex(pattern)));
}

/** Only a text shows that the expression is wrong, as in the original. */
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
