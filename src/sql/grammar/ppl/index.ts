export { parsePipeline } from './parse.ts';
export { pplFunctions, pplKeywords } from './words.ts';
