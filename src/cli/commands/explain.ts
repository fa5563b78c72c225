import { type JsonObject, type JsonValue, parseJsonExact, prettyJson } from '../../common/index.ts';
import { languages } from '../../statement/index.ts';
import { onServer } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import type { Server } from '../frame/server.ts';
import type { CommandModule } from '../types.ts';

interface Flags {
  readonly plan?: boolean;
  readonly analyze?: boolean;
  readonly dsl?: boolean;
}

/** `rockpool explain`: a statement as the search that it becomes, or as a plan. */
export const explain: CommandModule = {
  examples: [
    {
      run: 'rockpool explain "SELECT title FROM movies WHERE imdb > 9"',
      doc: 'the search that a statement becomes; `_search` takes it as it is',
    },
    {
      run: 'rockpool explain --analyze "SELECT genre, COUNT(*) FROM movies GROUP BY genre"',
      doc: 'run it, and say what each operator has done',
    },
  ],
  define(command, context) {
    command
      .argument('<sql>', 'statement')
      .option('--dsl', 'the search body (the default)')
      .option('--plan', 'the plan: what the search does, and what is left')
      .option('--analyze', 'run the statement: the plan with rows and times');
    onServer<Flags>(command, context, async ({ server, output, flags, args }) => {
      const [sql] = args as readonly [string];
      const { plan = false, analyze = false, dsl = false } = flags;
      if (dsl && (plan || analyze)) throw new CommandError('usage', '--dsl and a plan are two questions');
      const answer = await explained(server, languages.sql.path, sql, plan || analyze, analyze);
      if (output.isJson) output.json(answer);
      else output.line(explanationText(answer));
    });
  },
};

/** Every cluster can say the search body; the plan is Rockpool's own. */
export async function explained(
  server: Server,
  path: string,
  statement: string,
  plan: boolean,
  analyze = false,
): Promise<JsonValue> {
  const query = plan ? `?format=plan${analyze ? '&analyze=true' : ''}` : '';
  const text = await server.text('POST', `${path}/_explain${query}`, { query: statement });
  // Statements that are no search are explained in plain text.
  return text.startsWith('{') ? (parseJsonExact(text) as JsonObject) : text;
}

export function explanationText(answer: JsonValue): string {
  if (typeof answer === 'string') return answer.trimEnd();
  const { physical } = answer as JsonObject;
  return typeof physical === 'string' ? physical.trimEnd() : prettyJson(answer);
}
