import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysisTable } from '../../support/analysisTable.ts';

const folder = join(import.meta.dirname, 'tables');

for (const file of readdirSync(folder)) analysisTable(file, readFileSync(join(folder, file), 'utf8'));
