import { useState } from 'preact/hooks';

interface AddBarProps {
  readonly label: string;
  readonly placeholder: string;
  readonly button: string;
  /** Whether it was added; a name that was refused stays, to be mended. */
  readonly onAdd: (name: string) => Promise<boolean>;
}

/** A name above a list, and the button that adds it. */
export function AddBar({ label, placeholder, button, onAdd }: AddBarProps) {
  const [name, setName] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await onAdd(name)) setName('');
  };
  return (
    <form class="search-bar" onSubmit={(event) => void submit(event)}>
      <input
        class="grow mono"
        aria-label={label}
        placeholder={placeholder}
        required
        autocomplete="off"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit">{button}</button>
    </form>
  );
}
