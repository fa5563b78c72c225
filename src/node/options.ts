import type { UpstreamOptions } from '../client/index.ts';
import type { Clock, Logger, Random } from '../common/index.ts';
import type { Credentials } from '../rest/index.ts';
import type { StartSettings } from './settingsRegistry.ts';
import type { TlsIdentity } from './tls/selfSigned.ts';

export interface NodeOptions extends StartSettings {
  /** The data folder; null keeps everything in memory but graph files, which go to a temporary folder. */
  readonly dataPath: string | null;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** A real cluster that SQL runs on, and that answers everything but SQL and the console; null: this process. */
  readonly engine: UpstreamOptions | null;
  /** Virtual nodes. */
  readonly nodeCount: number;
  /** Host names and origins that may talk to this server beside its own. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whom the server asks for, by basic authentication; absent: nobody. */
  readonly credentials?: Credentials | null;
  /** A certificate with its key, or one that is made at the start; absent: plain HTTP. */
  readonly tls?: TlsIdentity | 'selfSigned' | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}
