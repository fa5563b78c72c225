import { Pick } from '../pick.ts';
import { meantStatement } from './meant.ts';
import { pipeline } from './pipelines.ts';
import { grammarStatement, MAX_LENGTH } from './statements.ts';

export interface HangText {
  readonly language: 'sql' | 'ppl';
  readonly text: string;
}

/** Text `number` of a seed, of 10 kB at most: statements made of the grammar, statements that mean something, pipelines. */
export function hangText(seed: number, number: number): HangText {
  if (number % 4 === 0) return { language: 'sql', text: grammarStatement(seed, number) };
  const pick = new Pick(seed, number);
  if (number % 4 === 1) return { language: 'ppl', text: pipeline(pick).slice(0, MAX_LENGTH) };
  return { language: 'sql', text: meantStatement(pick).slice(0, MAX_LENGTH) };
}
