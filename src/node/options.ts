import type { UpstreamOptions } from '../client/index.ts';
import type { Clock, Logger, Random } from '../common/index.ts';
import type { Credentials } from '../rest/index.ts';
import type { StartSettings } from './settingsRegistry.ts';
import type { TlsIdentity } from './tls/selfSigned.ts';

export interface NodeOptions extends StartSettings {
  /**
   * The data folder; `null` keeps everything in memory, except graph files, which go to a temporary folder.
   */
  readonly dataPath: string | null;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /**
   * A real cluster that SQL runs on, and to which all requests except SQL and the console are forwarded;
   * `null` for this process.
   */
  readonly engine: UpstreamOptions | null;
  /** Virtual nodes. */
  readonly nodeCount: number;
  /** Host names and origins that are accepted in addition to the server's own. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Required from clients, by basic authentication; absent for none. */
  readonly credentials?: Credentials | null;
  /** A certificate with its key, or one generated at startup; absent for plain HTTP. */
  readonly tls?: TlsIdentity | 'selfSigned' | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}
