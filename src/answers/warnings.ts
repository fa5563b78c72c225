/** All texts of a `Warning` header, which may hold several, joined with commas. */
export function warningsOf(header: string | readonly string[] | null | undefined): readonly string[] {
  return [...String(header ?? '').matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    text.replaceAll(/\\(.)/g, '$1'),
  );
}
