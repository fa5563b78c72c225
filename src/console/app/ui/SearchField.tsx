interface SearchFieldProps {
  /** What it looks for, for those who do not see the example in it. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly class?: string;
}

/** Text that picks some of what is listed below. */
export function SearchField({ label, placeholder, value, onChange, class: name }: SearchFieldProps) {
  return (
    <input
      type="search"
      class={name}
      placeholder={placeholder}
      aria-label={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
