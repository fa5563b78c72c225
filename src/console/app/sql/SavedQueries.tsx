import { useState } from 'preact/hooks';
import { say } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { forget, save, saved } from './saved.ts';
import { draft, language, openTab } from './tabs.ts';

/** Statements with a name; a press opens one in a tab. */
export function SavedQueries() {
  if (saved.value.length === 0) return null;
  return (
    <section class="saved" aria-label="Saved">
      <h3>Saved</h3>
      <ul>
        {saved.value.map(({ name, text, language: of }) => (
          <li key={name} class="row">
            <button type="button" class="quiet grow name" title={text} onClick={() => openTab(text, of)}>
              {name}
            </button>
            <button type="button" class="quiet" aria-label={`Forget ${name}`} onClick={() => forget(name)}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks for the name. */
export function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const keep = (event: Event): void => {
    event.preventDefault();
    save({ name: name.trim(), text: draft.value, language: language.value });
    say(`Saved as ${name.trim()}`);
    onClose();
  };
  const isThere = saved.value.some((each) => each.name === name.trim());
  return (
    <Dialog title="Save the statement" onClose={onClose}>
      <form class="stack" onSubmit={keep}>
        <label class="field">
          Name
          <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <p class="card-note">
          {isThere
            ? 'It takes the place of the one that has this name.'
            : 'It stays in this browser; History lists it.'}
        </p>
        <div class="row end">
          <button type="submit" class="primary" disabled={name.trim() === ''}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
