import {
  type ReferenceEntry,
  type ReferenceSection,
  referenceSections,
} from '../../src/sql/reference/index.ts';
import { type Chapter, chapters, trapRows } from './language.ts';
import { sample } from './sample.ts';

/** docs/sql.md, from the tables that the analyzer reads. */

interface Section extends ReferenceSection {
  /** The statement that an example stands in. */
  readonly statement: (example: string) => string;
}

const overSample = (example: string): string => `SELECT ${example} FROM ${sample.name}`;

/** Examples of scalar functions need no rows. */
const STATEMENTS: Readonly<Record<ReferenceSection['kind'], (example: string) => string>> = {
  scalar: (example) => `SELECT ${example}`,
  aggregate: overSample,
  window: overSample,
  relevance: (example) => `SELECT name FROM ${sample.name} WHERE ${example}`,
};

export const sections: readonly Section[] = referenceSections().map((section) => ({
  ...section,
  statement: STATEMENTS[section.kind],
}));

export function sqlPage(): string {
  const parts = [
    INTRODUCTION,
    ...chapters.map(chapterText),
    trapText(),
    '## Functions',
    FUNCTIONS,
    ...sections.map(sectionText),
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# SQL

<!-- Made by \`npm run docs\` from the tables in src/sql/functions; every example on this page is run by the tests. -->

What Rockpool's SQL knows. Examples read the index \`${sample.name}\`:

${table(
  Object.keys(sample.documents[0]),
  sample.documents.map((document) => Object.values(document).map(String)),
)}`;

const FUNCTIONS = `Types: \`number\` is byte, short, integer, long, float or double, \`any\` is every type; \`the same\` is the type before.
Where text stands for a date, a time or a boolean it is converted. Unless it says otherwise, a function answers NULL when an
argument is NULL. Conditions of full-text search are shown with the \`name\` of the rows that match.`;

function chapterText({ title, text, statements }: Chapter): string {
  const rows = statements.map(([sql, answer]) => [code(sql), code(answer)]);
  return [`## ${title}`, text, ...(rows.length > 0 ? [table(['statement', 'rows'], rows)] : [])].join('\n\n');
}

function trapText(): string {
  const rows = trapRows.map(([when, warning, remedy]) => [when, code(warning), remedy]);
  const text = `Where an answer is cut, or is the real engine's and surprises, the response has a header
\`Warning: 299 … "…"\` with one of these texts.`;
  return ['## Traps', text, table(['when', 'the header says', 'instead'], rows)].join('\n\n');
}

function sectionText({ title, entries }: Section): string {
  return [`### ${title}`, ...entries.map(entryText)].join('\n\n');
}

function entryText({ names, signatures, doc, examples }: ReferenceEntry): string {
  const heading = names.map((name) => code(titleOf(name))).join(', ');
  const lines = [
    ...signatures.map((signature) => `- ${code(signature)}`),
    ...examples.map(([sql, value]) => `- ${code(sql)} is ${code(value)}`),
  ];
  return `**${heading}** ${doc}\n\n${lines.join('\n')}`;
}

function titleOf(name: string): string {
  return name.startsWith('cast_to_')
    ? `CAST AS ${name.slice('cast_to_'.length).toUpperCase()}`
    : name.toUpperCase();
}

/** Backticks inside need longer ones outside; a bar would end a cell. */
function code(text: string): string {
  if (text.includes('`')) return `\`\` ${text} \`\``;
  return text === '' ? '(empty)' : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
