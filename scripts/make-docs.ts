// Writes docs/sql.md and docs/reference/. Run it after a change of a table; tests in test/docs/ compare.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './docs/referencePages.ts';
import { sqlPage } from './docs/sqlPage.ts';

const docs = join(import.meta.dirname, '../docs');
writeFileSync(join(docs, 'sql.md'), sqlPage());
mkdirSync(join(docs, 'reference'), { recursive: true });
for (const [name, text] of referencePages()) writeFileSync(join(docs, 'reference', name), text);
