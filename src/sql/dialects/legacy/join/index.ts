export { executeJoin } from './execute.ts';
export { explainJoin } from './explain.ts';
export { openJoin } from './open.ts';
export { sideBody } from './scan.ts';
