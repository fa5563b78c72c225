/** Hands the browser a text that was made here, as a file. */
export function download(name: string, type: string, content: string): void {
  save(name, new Blob([content], { type }));
}

/** The same for what is no text. */
export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
