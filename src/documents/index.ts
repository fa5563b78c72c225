export { bulkLine } from './bulkLine.ts';
export { readCsv, SAMPLED_ROWS } from './csv.ts';
export { type FileFormat, formatOf, indexNameOf, isDocumentFile } from './format.ts';
export { type FieldMapping, inferMapping } from './inferMapping.ts';
export { readJson } from './json.ts';
export { linesOf, readLines } from './ndjson.ts';
export { rawElements, rawMembers, rawScalar } from './rawJson.ts';
export { type DocumentRecord, type FieldValues, fieldsOf } from './record.ts';
export { type VectorShape, vectorIndex, vectorsIn } from './vectors.ts';
