export { keywordByWord } from './keywords.ts';
export { legacyReading, parseStatement } from './parse.ts';
export { Statement, type StatementTemplate } from './statement.ts';
