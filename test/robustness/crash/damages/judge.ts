import type { Rockpool } from '../../../../src/library/index.ts';
import type { Damaged } from './damage.ts';
import { type Answer, answersOf, openFolder } from './dataFolder.ts';

/** `same`, `named` and `refused` are as they should be; all others are faults. */
export type Verdict =
  | 'same'
  | 'named'
  | 'refused'
  | 'refused for one shard'
  | 'refused without words'
  | 'another answer without a word'
  | 'a bug answered'
  | 'unknown folder deleted'
  | 'did not close'
  | 'crash'
  | 'hang';

export interface Judged {
  readonly verdict: Verdict;
  readonly detail: string;
}

export const GOOD: ReadonlySet<Verdict> = new Set(['same', 'named', 'refused']);

/** Words that tell what can be done. */
const WAY_OUT = /repair|restore|reroute|backup|copy .* back|set aside|delete|another folder|empty folder/i;

/** Starts the server on a damaged folder and compares its answers with those of the whole one. */
export async function judge(
  folder: string,
  damaged: Damaged,
  right: readonly Answer[],
  isThere: (path: string) => boolean,
): Promise<Judged> {
  let pool: Rockpool;
  try {
    pool = await openFolder(folder);
  } catch (error) {
    return judgeRefusal(damaged, (error as Error).message);
  }
  const judged = await judgeAnswers(pool, right);
  const closed = await pool.close().catch((error: Error) => error);
  if (closed instanceof Error) return { verdict: 'did not close', detail: closed.message };
  if (!GOOD.has(judged.verdict)) return judged;
  if (damaged.kind === 'unknownFolder' && !isThere('strange-folder')) {
    return { verdict: 'unknown folder deleted', detail: damaged.path };
  }
  return judged;
}

/** Only what belongs to no shard may hinder the start; the words name the file and the way out. */
function judgeRefusal({ path }: Damaged, message: string): Judged {
  if (path.startsWith('nodes/')) {
    return { verdict: 'refused for one shard', detail: message };
  }
  // An older manifest is whole: the files that it names are what is missing.
  const place = path === 'state/manifest' ? 'state/' : path.replace(/\/$/, '');
  const isNamed = message.includes(place) && WAY_OUT.test(message);
  return { verdict: isNamed ? 'refused' : 'refused without words', detail: message };
}

async function judgeAnswers(pool: Rockpool, right: readonly Answer[]): Promise<Judged> {
  const found = await answersOf(pool);
  const bug = found.find(({ text }) => text.includes('rockpool_bug'));
  if (bug) return { verdict: 'a bug answered', detail: `${bug.path}: ${bug.text}` };
  let verdict: Verdict = 'same';
  for (const [i, answer] of found.entries()) {
    if (answer.status === right[i].status && answer.text === right[i].text) continue;
    if (!(await isNamed(pool, answer))) {
      const detail = `${answer.path}: ${answer.status} ${answer.text.slice(0, 200)}`;
      return { verdict: 'another answer without a word', detail };
    }
    verdict = 'named';
  }
  return { verdict, detail: '' };
}

/** The answer says itself what is missing, or the health of its index does, and its shards say why. */
async function isNamed(pool: Rockpool, { about, status, text }: Answer): Promise<boolean> {
  if (/corrupt|checksum|damaged/i.test(text)) return true;
  if (about === null) return false;
  const health = await pool.request('GET', `/_cluster/health/${about}`);
  if (!health.ok || health.json<{ status: string }>().status === 'green') return false;
  const columns = 'h=shard,prirep,state,unassigned.reason,unassigned.details';
  const shards = await pool.request('GET', `/_cat/shards/${about}?${columns}`);
  const hasReason = /UNASSIGNED +[A-Z_]+ +\S/.test(shards.text);
  const failed = status >= 500 || /"failed":[1-9]/.test(text);
  return hasReason && failed;
}
