import { type Command, Option } from 'commander';
import type { UpstreamOptions } from '../../client/index.ts';
import { type Access, type Profile, readProfiles } from './profiles.ts';
import { serverAddress } from './serverAddress.ts';
import type { Terminal } from './terminal.ts';

/** The option that names a server. Its other options begin with the same word (`--to-user`), except those of `url`. */
export type Side = 'url' | 'to' | 'from' | 'upstream' | 'engine';

/** The parsed options of a command. */
export type Flags = Readonly<Record<string, unknown>>;

type Environment = Terminal['environment'];

const DEFAULT_URL = 'http://127.0.0.1:9200';
/** The profile that holds where nothing names a server. */
const DEFAULT_PROFILE = 'default';

interface AccessOption {
  readonly name: keyof Access;
  readonly argument?: string;
  readonly doc: string;
  readonly isList?: boolean;
}

const accessOptions: readonly AccessOption[] = [
  { name: 'user', argument: '<name:password>', doc: 'basic authentication' },
  { name: 'ca', argument: '<file>', doc: "certificate authority of the server's certificate (PEM)" },
  { name: 'cert', argument: '<file>', doc: 'client certificate (PEM)' },
  { name: 'key', argument: '<file>', doc: 'its private key (PEM)' },
  { name: 'insecure', doc: 'accept any certificate' },
  { name: 'header', argument: '<name:value>', doc: 'send this header (repeatable)', isList: true },
  { name: 'aws', argument: '<region[/service]>', doc: 'sign requests for AWS; the service is es, or aoss' },
];

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Gives a command the options that name a server: `--url` and `--user`, or `--to` and `--to-user`. */
export function addServerOptions(command: Command, side: Side, doc: string, isRequired = false): Command {
  const named = new Option(`--${side} <url>`, `${doc}: a URL, or a name in the configuration`);
  command.addOption(isRequired ? named.makeOptionMandatory() : named);
  for (const { name, argument = '', doc: what, isList } of accessOptions) {
    const option = new Option(`--${side === 'url' ? '' : `${side}-`}${name} ${argument}`.trim(), what);
    command.addOption(isList ? option.argParser(collect) : option);
  }
  return command;
}

function accessFlags(flags: Flags, side: Side): Access {
  const keyOf = (name: string): string =>
    side === 'url' ? name : `${side}${name[0].toUpperCase()}${name.slice(1)}`;
  const given = accessOptions.map(({ name }) => [name, flags[keyOf(name)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * The server that the options name, or, for `url`, the environment or the configuration. An option counts more than
 * the profile, and this more than the environment. Throws CommandError for options that cannot be.
 */
export function serverOf(
  flags: Flags,
  side: Side,
  { environment }: Pick<Terminal, 'environment'>,
): UpstreamOptions {
  const { url, ...known } = profileFor(flags[side] as string | undefined, side, environment);
  const fallback = side === 'url' && environment.ROCKPOOL_USER ? { user: environment.ROCKPOOL_USER } : {};
  const access: Access = { ...fallback, ...known, ...accessFlags(flags, side) };
  return serverAddress(url, access, environment);
}

/** The server of a URL or of a profile, without options. Throws CommandError. */
export function namedServer(name: string, { environment }: Pick<Terminal, 'environment'>): UpstreamOptions {
  const { url, ...access } = profileFor(name, 'url', environment);
  return serverAddress(url, access, environment);
}

function profileFor(name: string | undefined, side: Side, environment: Environment): Profile {
  const given = name ?? (side === 'url' ? environment.ROCKPOOL_URL || environment.OPENSEARCH_URL : undefined);
  // Whatever has a dot, a colon or a slash is no name: the file need not be read.
  if (given !== undefined && !/^[\w-]+$/.test(given)) return { url: given };
  const profiles = readProfiles({ environment });
  return profiles.get(given ?? DEFAULT_PROFILE) ?? { url: given ?? DEFAULT_URL };
}
