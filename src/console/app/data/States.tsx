import { call, segment } from '../lib/api.ts';
import { dayOf, timeOfDay } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Dialog, useOpening } from '../ui/Dialog.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { AddBar } from './AddBar.tsx';

const PATH = '/_rockpool/snapshots';

/** What a server began with; without files it is kept by itself. */
const SEED = 'seed';

interface State {
  readonly name: string;
  readonly created_in_millis: number;
}

interface StatesProps {
  /** All indices are others now. */
  readonly onReset: () => void;
}

/** The whole server as it was at a moment, kept in memory: to try something, and to begin again. */
export function States({ onReset }: StatesProps) {
  const states = useResource(
    (signal) => call<{ readonly snapshots: readonly State[] }>('GET', PATH, undefined, { signal }),
    PATH,
  );
  const keep = async (name: string): Promise<boolean> => {
    const isDone = await attempt(() => call('POST', PATH, { name }), `The state is kept as ${name}`);
    states.reload();
    return isDone;
  };
  return (
    <section class="card" aria-label="States">
      <header>
        <h3>States</h3>
        <span class="card-note">Everything as it is now, kept in memory until the server stops</span>
      </header>
      <AddBar label="Name of a new state" placeholder="Name of a new state" button="Keep" onAdd={keep} />
      <Loaded resource={states}>
        {({ snapshots: rows }) =>
          rows.length === 0 ? (
            <Empty title="No state is kept yet">
              Keep one, try something, and go back to it in milliseconds.
            </Empty>
          ) : (
            <ul class="rows">
              {rows.map((state) => (
                <StateLine key={state.name} state={state} onForget={states.reload} onReset={onReset} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

interface LineProps extends StatesProps {
  readonly state: State;
  readonly onForget: () => void;
}

function StateLine({ state: { name, created_in_millis: atMs }, onForget, onReset }: LineProps) {
  const [asked, ask] = useOpening<null>();
  const forget = async (): Promise<void> => {
    await attempt(() => call('DELETE', `${PATH}/${segment(name)}`), `State ${name} is forgotten`);
    onForget();
  };
  return (
    <li>
      <strong class="mono">{name}</strong>
      <span class="muted grow">
        {dayOf(atMs)} {timeOfDay(atMs)}
        {name === SEED && ' · what the server began with'}
      </span>
      <button type="button" class="small" onClick={() => ask(null)}>
        Go back<span class="hidden"> to {name}</span>
      </button>
      <button type="button" class="small danger" onClick={() => void forget()}>
        Forget<span class="hidden"> {name}</span>
      </button>
      {asked && <GoBack key={asked.key} name={name} onClose={asked.close} onDone={onReset} />}
    </li>
  );
}

interface GoBackProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function GoBack({ name, onClose, onDone }: GoBackProps) {
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const reset = () => call('POST', '/_rockpool/reset', { snapshot: name });
    if (!(await attempt(reset, `Everything is as it was in ${name}`))) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={`Go back to ${name}`} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p>What was written or changed since then is lost, unless you keep it as a state first.</p>
        <p class="card-note">The clock, the caches and the statistics start anew.</p>
        <div class="row end">
          <button type="submit" class="danger">
            Go back
          </button>
        </div>
      </form>
    </Dialog>
  );
}
