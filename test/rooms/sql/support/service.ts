import { ManualClock, SeededRandom, stringifyJson } from '../../../../src/common/index.ts';
import type { PlannedDialect } from '../../../../src/sql/dialects/dialect.ts';
import { SqlError } from '../../../../src/sql/errors.ts';
import { createSqlService } from '../../../../src/sql/service.ts';
import type { SqlHttpResponse, SqlService } from '../../../../src/sql/types.ts';
import type { Answer, GoldenCase } from '../../../conformance/recordings/golden.ts';
import { MemoryClient } from './memoryClient.ts';

export const unexplained: PlannedDialect['explain'] = async () => {
  throw new SqlError('SyntaxCheckException', 'absent');
};

/** An engine that answers nothing: everything goes to the legacy engine. */
const absent: PlannedDialect = {
  refusal: () => 'absent',
  execute: () => Promise.reject(new SqlError('SyntaxCheckException', 'absent')),
  open: () => Promise.reject(new SqlError('SyntaxCheckException', 'absent')),
  explain: unexplained,
};

export interface Bench {
  readonly service: SqlService;
  readonly client: MemoryClient;
  readonly clock: ManualClock;
  readonly post: (
    body: unknown,
    parameters?: Record<string, string>,
    operation?: Operation,
  ) => Promise<SqlHttpResponse>;
}

type Operation = 'query' | 'explain' | 'close';

export function createBench(v2: PlannedDialect = absent): Bench {
  const client = new MemoryClient();
  const clock = new ManualClock();
  const settings = () => client.clusterSettings();
  const service = createSqlService({ client, clock, random: new SeededRandom(7), settings, v2 });
  const post: Bench['post'] = (body, parameters = {}, operation = 'query') =>
    service.handle({
      operation,
      sqlParameter: null,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      parameters: new Map(Object.entries(parameters)),
      contentType: 'application/json',
    });
  return { service, client, clock, post };
}

/** Sends the steps of a recorded SQL case to the service itself, without HTTP. */
export async function runCase({ post }: Bench, golden: GoldenCase): Promise<Answer[]> {
  const saved = new Map<string, string>();
  const answers: Answer[] = [];
  for (const step of golden.steps) {
    const [path, query = ''] = (step.path ?? '').split('?');
    const parameters = Object.fromEntries(new URLSearchParams(query));
    const text = stringifyJson(step.body ?? {}).replace(
      /\{\{(\w+)\}\}/g,
      (_, name: string) => saved.get(name) ?? '',
    );
    const operation = path.endsWith('/close') ? 'close' : path.endsWith('/_explain') ? 'explain' : 'query';
    const { status, contentType, body } = await post(text, parameters, operation);
    for (const [name, member] of Object.entries(step.save ?? {})) {
      const value = (JSON.parse(body) as Record<string, unknown>)[member];
      if (value !== undefined) saved.set(name, String(value));
    }
    answers.push({ status, type: contentType.split(';')[0], text: body });
  }
  return answers;
}
