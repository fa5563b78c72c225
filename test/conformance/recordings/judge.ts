import { answerDifference } from '../../../src/transfer/index.ts';
import { type Answer, type GoldenCase, parse } from './golden.ts';

/** Compares a server's answers with the recorded ones: null when they are the same, else what differs. */

function judgeBeyond(golden: GoldenCase, got: readonly Answer[]): string | null {
  const bad = got.findIndex((answer, i) => {
    if (golden.steps[i].paste && got[0].status === 200 && answer.status !== 200) return true;
    if (answer.status >= 500) return true;
    return answer.type === 'application/json' && parse(answer.text) === undefined;
  });
  return bad < 0 ? null : `step ${bad}: status ${got[bad].status}`;
}

export function judge(golden: GoldenCase, got: readonly Answer[]): string | null {
  if (golden.kind === 'beyond') return judgeBeyond(golden, got);
  for (const [i, want] of golden.answers.entries()) {
    const answer = got[i];
    // The recording client could not send this step.
    if (want.status === 0) continue;
    if (golden.weak) {
      const five = want.status === 500 || answer.status === 500;
      if (want.status < 400 !== answer.status < 400 && !five)
        return `step ${i}: status ${answer.status} for ${want.status}`;
      continue;
    }
    if (want.status !== answer.status) return `step ${i}: status ${answer.status} for ${want.status}`;
    const wanted = parse(want.text);
    const found = parse(answer.text);
    if ((wanted === undefined) !== (found === undefined)) return `step ${i}: not the same kind of body`;
    if (wanted === undefined || found === undefined) {
      if (want.text.trim() !== answer.text.trim()) return `step ${i}: text differs`;
      continue;
    }
    const differs = answerDifference(wanted, found, golden.steps[i].body);
    if (differs) return `step ${i}: ${differs}`;
  }
  return null;
}
