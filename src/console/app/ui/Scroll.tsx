import type { ComponentChildren } from 'preact';

interface ScrollProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part that scrolls by itself: the keyboard must reach it, and screen readers name it. */
export function Scroll({ label, class: name = '', children }: ScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section class={`scroll ${name}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Text that was made by a machine. */
export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Scroll label={label} class="code">
      <pre>{text}</pre>
    </Scroll>
  );
}
