import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { attempt } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { NameField } from './NamedForm.tsx';

interface CloneProps {
  readonly index: string;
  readonly onClose: () => void;
  readonly onDone: (index: string) => void;
}

const BLOCK = 'index.blocks.write';

async function writeBlock(index: string): Promise<string | null> {
  type Answer = Readonly<Record<string, { readonly settings: Readonly<Record<string, string>> }>>;
  const answer = await call<Answer>('GET', `/${segment(index)}/_settings/${BLOCK}?flat_settings=true`);
  return answer[index]?.settings[BLOCK] ?? null;
}

/** A clone is made of an index that nobody writes to: it is blocked for that moment, and both are free again after. */
async function clone(index: string, target: string): Promise<void> {
  const block = (value: string | null) => ({ [BLOCK]: value });
  const before = await writeBlock(index);
  await call('PUT', `/${segment(index)}/_settings`, block('true'));
  try {
    await call('POST', `/${segment(index)}/_clone/${segment(target)}`, { settings: block(null) });
  } finally {
    await call('PUT', `/${segment(index)}/_settings`, block(before));
  }
}

export function CloneIndex({ index, onClose, onDone }: CloneProps) {
  const [target, setTarget] = useState(`${index}-copy`);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await attempt(() => clone(index, target), `${target} is a clone of ${index}`))) return;
    onClose();
    onDone(target);
  };
  return (
    <Dialog title={`Clone ${index}`} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <NameField label="Name of the clone" value={target} onChange={setTarget} />
        <p class="card-note">Writes to {index} are refused while it is made.</p>
        <div class="row end">
          <button type="submit" class="primary" disabled={target === '' || target === index}>
            Clone
          </button>
        </div>
      </form>
    </Dialog>
  );
}
