import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { counted, dayOf, timeOfDay } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { useOpening } from '../ui/Dialog.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { AddBar } from './AddBar.tsx';
import { NamedForm } from './NamedForm.tsx';
import { DeleteSnapshot, RestoreSnapshot } from './SnapshotDialogs.tsx';

type Repositories = Readonly<Record<string, { readonly type: string; readonly settings: object }>>;

const BODY = `{
  "type": "fs",
  "settings": { "location": "backup" }
}`;

/** Places for snapshots, and the snapshots in each. */
export function Snapshots() {
  const repositories = useResource(
    (signal) => call<Repositories>('GET', '/_snapshot', undefined, { signal }),
    'all',
  );
  const [isNew, setIsNew] = useState(false);
  const remove = async (name: string): Promise<void> => {
    await attempt(
      () => call('DELETE', `/_snapshot/${segment(name)}`),
      `${name} is forgotten; its files stay where they are`,
    );
    repositories.reload();
  };
  return (
    <div class="stack">
      <div class="row">
        <button type="button" class="small" onClick={() => setIsNew(true)}>
          New repository
        </button>
      </div>
      <Loaded resource={repositories}>
        {(all) =>
          Object.keys(all).length === 0 ? (
            <section class="card" aria-label="Snapshots">
              <Empty title="There is no repository">
                <p>
                  Snapshots are kept in a repository: one of type <code>fs</code> is a folder.
                </p>
              </Empty>
            </section>
          ) : (
            Object.entries(all).map(([name, { type, settings }]) => (
              <Repository
                key={name}
                name={name}
                about={`${type} ${JSON.stringify(settings)}`}
                onRemove={() => void remove(name)}
              />
            ))
          )
        }
      </Loaded>
      {isNew && (
        <NamedForm
          title="New repository"
          label="Repository"
          start={BODY}
          button="Create"
          path="/_snapshot"
          done={(name) => `Repository ${name} is created`}
          onClose={() => setIsNew(false)}
          onDone={repositories.reload}
        />
      )}
    </div>
  );
}

interface Snapshot {
  readonly snapshot: string;
  readonly state: string;
  readonly indices: readonly string[];
  readonly start_time_in_millis: number;
}

interface RepositoryProps {
  readonly name: string;
  readonly about: string;
  readonly onRemove: () => void;
}

function Repository({ name, about, onRemove }: RepositoryProps) {
  const path = `/_snapshot/${segment(name)}`;
  const snapshots = useResource(
    (signal) =>
      call<{ readonly snapshots: readonly Snapshot[] }>('GET', `${path}/_all`, undefined, { signal }),
    path,
  );
  const take = async (title: string): Promise<boolean> => {
    const send = () => call('PUT', `${path}/${segment(title)}?wait_for_completion=true`);
    const isDone = await attempt(send, `Snapshot ${title} is taken`);
    snapshots.reload();
    return isDone;
  };
  return (
    <section class="card" aria-label={`Repository ${name}`}>
      <header>
        <h3 class="mono">{name}</h3>
        <span class="card-note mono">{about}</span>
        <button type="button" class="small" onClick={onRemove}>
          Forget<span class="hidden"> {name}</span>
        </button>
      </header>
      <AddBar
        label={`New snapshot in ${name}`}
        placeholder="Name of a new snapshot"
        button="Take"
        onAdd={take}
      />
      <Loaded resource={snapshots}>
        {({ snapshots: rows }) =>
          rows.length === 0 ? (
            <Empty title="No snapshots yet" />
          ) : (
            <ul class="rows">
              {rows.map((each) => (
                <SnapshotLine key={each.snapshot} snapshot={each} path={path} onChange={snapshots.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

interface SnapshotLineProps {
  readonly snapshot: Snapshot;
  readonly path: string;
  readonly onChange: () => void;
}

function SnapshotLine({ snapshot: each, path, onChange }: SnapshotLineProps) {
  const { snapshot, state, indices, start_time_in_millis: startMs } = each;
  const [opened, open] = useOpening<'restore' | 'delete'>();
  const own = { snapshot, path: `${path}/${segment(snapshot)}`, onDone: onChange };
  return (
    <li>
      <strong class="mono">{snapshot}</strong>
      <span class={`badge ${state === 'SUCCESS' ? 'good' : 'warn'}`}>{state.toLowerCase()}</span>
      <span class="muted grow">
        {dayOf(startMs)} {timeOfDay(startMs)} · {counted(indices.length, 'index', 'indices')}:{' '}
        {indices.join(', ')}
      </span>
      <button type="button" class="small" onClick={() => open('restore')}>
        Restore<span class="hidden"> {snapshot}</span>
      </button>
      <button type="button" class="small danger" onClick={() => open('delete')}>
        Delete<span class="hidden"> {snapshot}</span>
      </button>
      {opened?.of === 'restore' && (
        <RestoreSnapshot key={opened.key} {...own} indices={indices} onClose={opened.close} />
      )}
      {opened?.of === 'delete' && <DeleteSnapshot key={opened.key} {...own} onClose={opened.close} />}
    </li>
  );
}
