export { type BulkAnswer, type BulkRefusal, bulkRefusals } from './bulk.ts';
export { cellText } from './cells.ts';
export { csvLine, withoutFormula } from './csv.ts';
export { type Refusal, refusalIn, refusalOf, refusalOfText } from './refusal.ts';
export {
  isNumberType,
  labelOf,
  type ResultColumn,
  type ResultPage,
  type ResultRow,
  readPage,
  recordOf,
} from './rows.ts';
export { warningsOf } from './warnings.ts';
