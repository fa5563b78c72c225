import type { Command } from 'commander';
import type { UpstreamOptions } from '../client/index.ts';
import type { Logger } from '../common/index.ts';
import type { Terminal } from './frame/terminal.ts';

/** What the command line hands to the node. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** null: in memory. */
  readonly dataPath: string | null;
  readonly nodeCount: number;
  /** A real cluster that SQL runs on; null: this process. */
  readonly engine: UpstreamOptions | null;
  readonly demo: boolean;
  /** A folder of files of documents, an index each; null: nothing is added. */
  readonly seed: string | null;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whom the server asks for; null: nobody. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** PEM texts, or a certificate that is made at the start; null: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | 'selfSigned' | null;
  /** Cluster settings that hold from the start. */
  readonly settings: ReadonlyMap<string, string>;
  /** Variables of the environment that may be settings: their names have a dot. */
  readonly environment: ReadonlyMap<string, string>;
  readonly log: Logger;
}

/** What `rockpool exec` opens, in memory. */
export interface SeededOptions {
  /** 0: a free one. */
  readonly port: number;
  /** A folder of files of documents; null: nothing is there. */
  readonly seed: string | null;
}

export interface OpenedNode {
  /** `http://127.0.0.1:9200`. */
  readonly url: string;
  /** Commits and closes everything. */
  close(): Promise<void>;
}

/** What `rockpool check` finds; every line begins with the path of a file, from the data folder on. */
export interface DataCheck {
  readonly files: number;
  readonly shards: number;
  /** What is damaged or missing; empty: everything is whole. */
  readonly problems: readonly string[];
  /** Graphs that are damaged: they are built anew from their vectors when they are needed. */
  readonly graphs: readonly string[];
  /** Files that nothing needs: what a crash left behind, and what is not Rockpool's. */
  readonly leftovers: readonly string[];
  /** Folders in `quarantine/`: files that could not be used, each with a file that says why. */
  readonly setAside: readonly string[];
}

/** What `rockpool check --repair` found and did. */
export interface DataRepair {
  readonly before: DataCheck;
  /** A line for each thing: what was wrong, what was done, what is lost. */
  readonly done: readonly string[];
  /** Path of the report within the data folder; null: nothing was wrong. */
  readonly report: string | null;
  readonly after: DataCheck;
}

/** Sends a request (an empty body is none) and resolves to the status of the answer. */
export type SendStatus = (
  method: string,
  path: string,
  body?: string | Buffer,
  contentType?: string,
) => Promise<number>;

/** The composition root stands below this room, so its face is given in. */
export interface CliServices {
  /** Of the package. */
  readonly version: string;
  readonly openNode: (options: ServeOptions) => Promise<OpenedNode>;
  /** Throws for a seed that cannot be read or is refused. */
  readonly openSeeded: (options: SeededOptions) => Promise<OpenedNode>;
  /** Throws LockHeldError while a process has the folder open. */
  readonly checkData: (dataPath: string) => Promise<DataCheck>;
  /** Sets damaged files aside and rebuilds what can be rebuilt. Throws LockHeldError. */
  readonly repairData: (dataPath: string) => Promise<DataRepair>;
  /** Makes the demo's index and fills it, unless it is there. */
  readonly plantDemo: (send: SendStatus) => Promise<void>;
}

/** What a command works with. */
export interface CliContext extends CliServices {
  readonly terminal: Terminal;
}

/** A line to type, as the help, docs/command-line.md and its test show it. */
export interface CommandExample {
  readonly run: string;
  readonly doc: string;
}

/** What a command's file exports. */
export interface CommandModule {
  readonly examples: readonly CommandExample[];
  /** Gives the command its arguments, options and action. What fails is thrown (`CommandError`: with its exit code). */
  define(command: Command, context: CliContext): void;
}

/** A row of the table of commands. Its file is loaded when the command is called: none slows the start of another. */
export interface CommandRow {
  readonly name: string;
  /** What it does, in one line. */
  readonly doc: string;
  readonly load: () => Promise<CommandModule>;
}
