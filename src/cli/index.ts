export { runCommandLine } from './program.ts';
export type { CliServices, DataCheck, DataRepair, OpenedNode, SendStatus, ServeOptions } from './types.ts';
