export { type Candidate, type Candidates, candidatesAt, quotedName, usedTables } from './candidates.ts';
export { type Catalog, type Language, NO_LANGUAGE, type SqlFunction, tablesOf } from './catalog.ts';
export { errorSpan, PLACE_HEADER, type Span } from './errorSpan.ts';
export { type Field, type Mappings, mappedFields } from './fields.ts';
export { type LanguageName, languages, type StatementLanguage } from './languages.ts';
export { type Split, splitStatements } from './split.ts';
