export { OpenSearchError } from './common/index.ts';
