export { keywordByWord } from './keywords.ts';
export { parseStatement } from './parse.ts';
