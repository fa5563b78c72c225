/** The texts of a `Warning` header; of several, which the protocol joins with commas, all of them. */
export function warningsOf(header: string | readonly string[] | null | undefined): readonly string[] {
  return [...String(header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text.replaceAll(/\\(.)/g, '$1'),
  );
}
