// Writes docs/sql.md. Run it after a change of a function table; test/docs/sqlReference.test.ts compares.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlPage } from './docs/sqlPage.ts';

writeFileSync(join(import.meta.dirname, '../docs/sql.md'), sqlPage());
