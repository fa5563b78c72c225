export { keywordByWord } from './keywords.ts';
export { parseStatement } from './parse.ts';
export { Statement, type StatementTemplate } from './statement.ts';
