// Writes docs/sql.md and the tables of COMPAT.md. Run it after a change of a table; tests in test/docs/ compare.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatPage } from './docs/compatPage.ts';
import { sqlPage } from './docs/sqlPage.ts';

writeFileSync(join(import.meta.dirname, '../docs/sql.md'), sqlPage());

const compat = join(import.meta.dirname, '../COMPAT.md');
writeFileSync(compat, compatPage(readFileSync(compat, 'utf8')));
