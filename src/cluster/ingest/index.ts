export { METADATA } from './document.ts';

export { processorTypes } from './processors/index.ts';
export { type IndexPipelines, IngestService, type PipelineStats } from './service.ts';
export { simulate, simulateVerbose } from './simulate.ts';
