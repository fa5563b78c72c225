import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../common/index.ts';
import { CommandError } from './exitCodes.ts';
import { readText } from './files.ts';
import { configFile } from './stateFolder.ts';
import type { Terminal } from './terminal.ts';

/** How a server is reached beside its URL: what the options say, and the members of a profile. */
export interface Access {
  readonly user?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecure?: boolean;
  readonly header?: readonly string[];
  readonly aws?: string;
}

/** A server that the configuration names. */
export interface Profile extends Access {
  readonly url: string;
}

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === 'string';

/** What a profile may say; the names are those of the options. */
const MEMBERS: Readonly<Record<keyof Profile, Check>> = {
  url: isText,
  user: isText,
  ca: isText,
  cert: isText,
  key: isText,
  insecure: (value) => typeof value === 'boolean',
  header: (value) => Array.isArray(value) && value.every(isText),
  aws: isText,
};

/** Files that a profile names lie beside the configuration, unless their paths say otherwise. */
const FILES: readonly (keyof Profile)[] = ['ca', 'cert', 'key'];

/** The profiles of the configuration by their names. Throws CommandError for a file that is damaged. */
export function readProfiles(terminal: Pick<Terminal, 'environment'>): ReadonlyMap<string, Profile> {
  const file = configFile(terminal);
  if (!existsSync(file)) return new Map();
  let config: JsonValue;
  try {
    config = readJson(readText(file));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('failed', `${file}: ${(error as Error).message.split('\n')[0]}`);
  }
  const { servers = {}, ...others } = isJsonObject(config) ? config : { config };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || !isJsonObject(servers)) {
    throw new CommandError('failed', `${file}: expected {"servers": {NAME: {"url": …}}}`);
  }
  return new Map(Object.entries(servers).map(([name, value]) => [name, profileOf(file, name, value)]));
}

function profileOf(file: string, name: string, value: JsonValue): Profile {
  const wrong = (what: string): CommandError =>
    new CommandError('failed', `${file}: server ${name}: ${what}`);
  if (!isJsonObject(value) || !isText(value.url)) throw wrong('expected an object with a url');
  for (const [key, member] of Object.entries(value)) {
    if (!Object.hasOwn(MEMBERS, key))
      throw wrong(`unknown member ${key}; known: ${Object.keys(MEMBERS).join(', ')}`);
    if (!MEMBERS[key as keyof Profile](member)) throw wrong(`${key} has the wrong type`);
  }
  return { ...(value as unknown as Profile), ...filesOf(value, dirname(file)) };
}

function filesOf(value: JsonObject, folder: string): Partial<Profile> {
  const named = FILES.flatMap((key) =>
    isText(value[key]) ? [[key, resolve(folder, String(value[key]))]] : [],
  );
  return Object.fromEntries(named);
}
