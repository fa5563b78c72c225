import { text } from 'node:stream/consumers';
import { type JsonValue, parseJsonExact, prettyJson } from '../../common/index.ts';
import { takesLines } from '../../documents/index.ts';
import { onServer, type ServerCommand } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { textOrFile } from '../frame/files.ts';
import { type Answer, refusal } from '../frame/server.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly type?: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** `rockpool request`: any request, with the address and the password that all commands share. */
export const request: CommandModule = {
  examples: [
    { run: 'rockpool request GET /_cluster/health', doc: 'the answer, laid out in a terminal' },
    {
      run: `rockpool request POST /people/_search '{"query": {"match": {"name": "ada"}}}'`,
      doc: 'with a body',
    },
    {
      run: 'rockpool request POST /_bulk @people.ndjson',
      doc: 'with the body of a file; - is standard input',
    },
  ],
  define(command, context) {
    command
      .argument('<method>', 'GET, POST, PUT, DELETE, HEAD')
      .argument('<path>', 'with its parameters')
      .argument('[body]', 'the body; @FILE reads a file, - standard input')
      .option(
        '--type <media-type>',
        'of the body; otherwise application/json, or application/x-ndjson for _bulk and _msearch',
      );
    onServer<Flags>(command, context, run);
  },
};

async function run({ server, args, flags, output, context }: ServerCommand<Flags>): Promise<void> {
  const [given, path, content] = args as readonly [string, string, string | undefined];
  const method = given.toUpperCase();
  if (!METHODS.has(method)) throw new CommandError('usage', `unknown method ${given}`);
  const body = content === '-' ? await text(context.terminal.input) : content && textOrFile(content);
  const answer = await server.call({
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    body,
    contentType: flags.type ?? (takesLines(path) ? 'application/x-ndjson' : 'application/json'),
  });
  for (const warning of answer.warnings) server.warnings.add(warning);
  const { status } = answer;
  if (output.isJson) output.json({ status, warnings: [...answer.warnings], body: bodyOf(answer) });
  else if (answer.text !== '') output.line(shown(answer, output.isTerminal).replace(/\n$/, ''));
  if (status > 299)
    throw new CommandError('failed', `${method} ${path}: status ${status}${reasonOf(answer)}`);
}

function bodyOf({ text: body }: Answer): JsonValue {
  try {
    return parseJsonExact(body) as JsonValue;
  } catch {
    return body;
  }
}

/** For people with indents; byte for byte for programs. */
function shown(answer: Answer, isTerminal: boolean): string {
  const value = isTerminal ? bodyOf(answer) : answer.text;
  return typeof value === 'string' ? value : prettyJson(value);
}

/** The body has been printed; the line on standard error repeats its reason for those who do not read JSON. */
function reasonOf(answer: Answer): string {
  return answer.text === '' ? '' : `: ${refusal(answer).message}`;
}
