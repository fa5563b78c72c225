export { keywordByWord } from './keywords.ts';
export { olderRefusal } from './older/index.ts';
export { parseStatement } from './parse.ts';
