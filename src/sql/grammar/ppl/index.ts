export { parsePipeline } from './parse.ts';
