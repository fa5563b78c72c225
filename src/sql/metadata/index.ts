export { readIndexStatement } from './indexStatement.ts';
export { describeTables, showTables } from './metadata.ts';
