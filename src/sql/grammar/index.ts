export { keywordByWord } from './keywords.ts';
export { legacyRefusal } from './legacy/index.ts';
export { parseStatement } from './parse.ts';
