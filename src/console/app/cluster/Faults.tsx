import { count } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { askServer } from '../shell/server.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { describeRule, type FaultRule, type FaultsAnswer, putFaults, readFaults } from './faults.ts';
import { RuleForm } from './RuleForm.tsx';
import { SlowDisk } from './SlowDisk.tsx';

const EVERY_MS = 1500;

/** What goes wrong on purpose, how often it did, and a form for more. */
export function Faults() {
  const faults = useResource(readFaults, 'all', { everyMs: EVERY_MS });
  const put = async (rules: readonly FaultRule[], done: string): Promise<boolean> => {
    const seed = faults.data?.seed ?? 0;
    const isDone = await attempt(() => putFaults(rules, seed).then(askServer), done);
    faults.reload();
    return isDone;
  };
  return (
    <div class="card-body faults">
      <section class="stack" aria-label="Rules">
        <h3>Fault rules</h3>
        <Loaded resource={faults} lines={3}>
          {(answer) => <RuleList answer={answer} onPut={put} />}
        </Loaded>
        <RuleForm onAdd={(rule) => put([...(faults.data?.rules ?? []), rule], 'The fault is in force')} />
      </section>
      <SlowDisk />
    </div>
  );
}

interface ListProps {
  readonly answer: FaultsAnswer;
  readonly onPut: (rules: readonly FaultRule[], done: string) => Promise<boolean>;
}

function RuleList({ answer: { rules }, onPut }: ListProps) {
  if (rules.length === 0) {
    return <Empty title="No faults">Add a rule to see how your program copes.</Empty>;
  }
  return (
    <>
      <ol class="rules">
        {rules.map((rule, i) => (
          <li key={i}>
            <span class="grow">{describeRule(rule)}</span>
            <span class="card-note number">
              {count(rule.fired)} of {count(rule.matched)}
            </span>
            <button
              type="button"
              class="small"
              aria-label={`Remove rule ${i + 1}`}
              onClick={() =>
                void onPut(
                  rules.filter((each) => each !== rule),
                  'The rule is gone',
                )
              }
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <div class="row end">
        <button type="button" onClick={() => void onPut([], 'All faults are removed')}>
          Remove all
        </button>
      </div>
    </>
  );
}
