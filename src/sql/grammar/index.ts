export { parseStatement } from './parse.ts';
