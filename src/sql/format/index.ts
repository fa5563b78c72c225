export { gsonPretty } from './gson.ts';
export { formatJdbc, formatPage } from './jdbc.ts';
export { withMetaColumns } from './metaColumns.ts';
export { orgJson } from './orgJson.ts';
export { formatPipelineJdbc, formatViz } from './pipeline.ts';
export { type CsvOptions, DEFAULT_CSV, formatCsv, formatLegacyRaw, formatRaw } from './text.ts';
