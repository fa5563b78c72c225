export { readIndexStatement } from './indexStatement.ts';
export { columnColumns, describeTables, showTables } from './metadata.ts';
