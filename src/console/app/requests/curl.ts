import { takesLines } from '../../../documents/index.ts';
import { formatJson } from './jsonFormat.ts';

/** Requests as command lines of curl, and back. */

export interface PlainRequest {
  readonly method: string;
  /** With its parameters. */
  readonly path: string;
  /** Empty: none. */
  readonly body: string;
  readonly isLines: boolean;
}

/** For a shell of POSIX: texts in single quotes, which stand for themselves. */
export function toCurl(origin: string, { method, path, body, isLines }: PlainRequest): string {
  const head = method === 'HEAD' ? '--head' : `-X${method}`;
  const command = `curl ${head} ${quoted(origin + path)}`;
  if (body === '') return command;
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  return `${command} -H 'content-type: ${type}' ${isLines ? '--data-binary' : '-d'} ${quoted(body)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Requests of the commands of a text, for a sheet. Throws for what is none, in words. */
export function fromCurl(text: string): readonly PlainRequest[] {
  const commands = commandsOf(text).filter(([name]) => name !== undefined);
  const requests = commands.filter(([name]) => /(?:^|\/)curl(?:\.exe)?$/.test(name)).map(requestOf);
  if (requests.length === 0) throw new Error('There is no curl command in this text.');
  return requests;
}

export function toSheet(requests: readonly PlainRequest[]): string {
  const written = requests.map(({ method, path, body }) => {
    const kept = takesLines(path) ? body : (formatJson(body) ?? body);
    return kept.trim() === '' ? `${method} ${path}` : `${method} ${path}\n${kept.trim()}`;
  });
  return `${written.join('\n\n')}\n`;
}

/** Words of a shell; a command ends with the line, a semicolon, an ampersand or a pipe. */
function commandsOf(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (const { 0: token } of text.matchAll(SHELL)) {
    if (/^\\\r?\n$/.test(token)) endWord();
    else if (/^[\n;&|]/.test(token)) {
      endWord();
      commands.push([]);
    } else if (/^\s/.test(token)) endWord();
    else word = (word ?? '') + unquoted(token);
  }
  endWord();
  return commands.map((words) => (words[0] === '$' ? words.slice(1) : words));
}

const SHELL =
  /\\\r?\n|\$'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|\r?\n|[^\S\n]+|[;&|]+|[^\s'"\\;&|]+|['"]/g;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquoted(token: string): string {
  if (token.startsWith("$'")) {
    return token.slice(2, -1).replace(/\\([\s\S])/g, (_all, char: string) => ESCAPES[char] ?? char);
  }
  if (token.startsWith("'") && token.length > 1) return token.slice(1, -1);
  if (token.startsWith('"') && token.length > 1)
    return token.slice(1, -1).replace(/\\(["\\$`\n])/g, inDouble);
  return token.startsWith('\\') ? token.slice(1) : token;
}

function inDouble(_all: string, char: string): string {
  return char === '\n' ? '' : char;
}

interface Parts {
  method: string | null;
  url: string | null;
  readonly data: string[];
  readonly headers: string[];
  isQuery: boolean;
}

const DATA = ['-d', '--data', '--data-ascii', '--data-raw', '--data-binary', '--json'];

/** Options that take a word and change nothing here: where the answer goes, who asks, how long. */
const IGNORED = new Set(
  '-o --output -w --write-out -m --max-time --connect-timeout -u --user -A --user-agent -e --referer -b --cookie --cacert -E --cert --key -x --proxy --retry --resolve'.split(
    ' ',
  ),
);
const TAKING = new Set(['-X', '--request', '-H', '--header', '--url', ...DATA, ...IGNORED]);

function requestOf(words: readonly string[]): PlainRequest {
  const parts: Parts = { method: null, url: null, data: [], headers: [], isQuery: false };
  for (let i = 1; i < words.length; i++) {
    const [option, attached] = optionOf(words[i]);
    if (!TAKING.has(option)) readFlag(option, parts);
    else readOption(option, attached ?? words[++i] ?? '', parts);
  }
  return finished(parts);
}

/** `-XPUT` and `--request=PUT` have their word with them. */
function optionOf(word: string): readonly [option: string, attached: string | null] {
  if (word.startsWith('--')) {
    const [name, ...rest] = word.split('=');
    return [name, rest.length > 0 ? rest.join('=') : null];
  }
  const short = word.slice(0, 2);
  if (word.startsWith('-') && word.length > 2 && TAKING.has(short)) return [short, word.slice(2)];
  // `-sXPOST`, `-skd`: flags in one word, the last of which takes the rest.
  const joined = /^-([a-zA-Z]*?)([XHdouwmAebExE])(.*)$/.exec(word);
  if (joined && joined[1] !== '') return [`-${joined[2]}`, joined[3] === '' ? null : joined[3]];
  return [word, null];
}

function readFlag(option: string, parts: Parts): void {
  if (option === '-I' || option === '--head') parts.method ??= 'HEAD';
  else if (option === '-G' || option === '--get') parts.isQuery = true;
  else if (!option.startsWith('-')) parts.url ??= option;
}

function readOption(option: string, word: string, parts: Parts): void {
  if (option === '-X' || option === '--request') parts.method = word.toUpperCase();
  else if (option === '-H' || option === '--header') parts.headers.push(word);
  else if (option === '--url') parts.url = word;
  else if (DATA.includes(option)) {
    if (word.startsWith('@') && option !== '--data-raw') {
      throw new Error(`The command reads a file (${word.slice(1)}): paste its content here instead.`);
    }
    // As curl does: line breaks stay only in binary data.
    parts.data.push(word);
  }
}

function finished({ method, url, data, headers, isQuery }: Parts): PlainRequest {
  const path = pathOf(url ?? '/');
  const body = data.join('&');
  if (isQuery && body !== '') {
    const query = `${path}${path.includes('?') ? '&' : '?'}${body}`;
    return { method: method ?? 'GET', path: query, body: '', isLines: false };
  }
  const isLines = takesLines(path) || headers.some((header) => /ndjson/i.test(header));
  return { method: method ?? (data.length > 0 ? 'POST' : 'GET'), path, body, isLines };
}

/** What follows the host; an address may be without `http://`. Spaces would end the path of a sheet. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^(?:https?:\/\/)?[^/?#]*/i, '');
  const absolute = path.startsWith('/') ? path : `/${path}`;
  return absolute.replace(/#.*$/, '').replaceAll(' ', '%20');
}
