export { runCommandLine } from './program.ts';
export type { CliServices, DataCheck, OpenedNode, ServeOptions } from './types.ts';
