export { runCommandLine } from './program.ts';
export type {
  CliServices,
  DataCheck,
  DataRepair,
  OpenedNode,
  SeededOptions,
  SendStatus,
  ServeOptions,
} from './types.ts';
