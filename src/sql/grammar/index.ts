export { keywordByWord } from './keywords.ts';
export { legacyRefusal } from './legacy/index.ts';
export { legacyReading, parseStatement } from './parse.ts';
