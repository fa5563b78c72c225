export { runCommandLine } from './program.ts';
export type { CliServices, DataCheck, OpenedNode, SendStatus, ServeOptions } from './types.ts';
