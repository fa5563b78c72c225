export { describeTables, showTables } from './metadata.ts';
