/** A figure for the table of goals (`npm run test:reliability` collects them); elsewhere nobody asked for it. */
export function reportFigure(text: string): void {
  if (process.env.FIGURES) process.stdout.write(`figure: ${text}\n`);
}
