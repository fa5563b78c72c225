export { keywordByWord } from './keywords.ts';
export { aggregates as legacyAggregates } from './legacy/words.ts';
export { legacyReading, parseStatement } from './parse.ts';
export { type GivenLiteral, plainText, type StatementText } from './plainLiterals.ts';
export { Statement, type StatementTemplate, type StatementTree } from './statement.ts';
