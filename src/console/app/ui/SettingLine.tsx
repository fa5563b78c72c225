import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface LineProps {
  readonly name: string;
  readonly value: string;
  /** Where it is set; null: this is its default. */
  readonly setIn: string | null;
  /** Nobody sets it. */
  readonly isFixed?: boolean;
  readonly isEdited: boolean;
  /** Of the one setting that is edited; null: none. */
  readonly onEdit: (name: string | null) => void;
  readonly onReset: () => void;
  /** The form that changes it, shown while it is edited. */
  readonly children: ComponentChildren;
}

/** A setting with the value in force. */
export function SettingLine(props: LineProps) {
  const { name, value, setIn, isFixed = false, isEdited, onEdit, onReset, children } = props;
  return (
    <li class="setting">
      <span class="mono">{name}</span>
      <span class="mono setting-value">{value}</span>
      {setIn === null ? <span class="card-note">default</span> : <span class="badge accent">{setIn}</span>}
      <span class="row end">
        {setIn !== null && !isFixed && (
          <button type="button" class="small" onClick={onReset}>
            Reset<span class="hidden"> {name}</span>
          </button>
        )}
        {!isFixed && (
          <button
            type="button"
            class="small"
            aria-expanded={isEdited}
            onClick={() => onEdit(isEdited ? null : name)}
          >
            Change<span class="hidden"> {name}</span>
          </button>
        )}
      </span>
      {isEdited && children}
    </li>
  );
}

interface FormProps {
  readonly name: string;
  readonly value: string;
  readonly onSet: (value: string) => void;
  /** Beside the value. */
  readonly children?: ComponentChildren;
}

// The same function at each draw: another one would take the focus back from what is beside the value.
const focus = (input: HTMLInputElement | null): void => input?.focus();

export function SettingForm({ name, value, onSet, children }: FormProps) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      class="row setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(typed);
      }}
    >
      <input
        class="grow mono"
        aria-label={`Value of ${name}`}
        value={typed}
        ref={focus}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {children}
      <button type="submit" class="primary">
        Set
      </button>
    </form>
  );
}
