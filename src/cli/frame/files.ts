import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue, readJson } from '../../common/index.ts';
import { CommandError } from './exitCodes.ts';

const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
};

/** `films.csv: no such file`. */
export function fileTrouble(file: string, error: unknown): string {
  const { code = '', message = String(error) } = error as {
    readonly code?: string;
    readonly message?: string;
  };
  return `${file}: ${FILE_TROUBLE[code] ?? message}`;
}

/** Throws CommandError for a file that cannot be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError('failed', fileTrouble(file, error));
  }
}

/** The text of an argument: `@FILE` is what the file has. Throws CommandError. */
export function textOrFile(given: string): string {
  return given.startsWith('@') ? readText(given.slice(1)) : given;
}

/** The JSON object of an argument or `@FILE`. Throws CommandError that names the option. */
export function objectOf(given: string, option: string): JsonObject {
  const text = textOrFile(given);
  let value: JsonValue;
  try {
    value = readJson(text);
  } catch (error) {
    throw new CommandError('usage', `${option}: invalid JSON: ${(error as Error).message.split('\n')[0]}`);
  }
  if (isJsonObject(value)) return value;
  throw new CommandError('usage', `${option}: expected a JSON object`);
}
