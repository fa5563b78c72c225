import { illegalArgument } from '../../../common/index.ts';
import type { ProcessorType } from '../processor.ts';
import { asString, requiredValue } from './fields.ts';

export const csvProcessor: ProcessorType = {
  name: 'csv',
  doc: 'splits a line of CSV into fields',
  create(configuration) {
    const field = configuration.text('field');
    const targets = configuration.list('target_fields').map(String);
    const separator = configuration.optionalText('separator') ?? ',';
    const quote = configuration.optionalText('quote') ?? '"';
    const trim = configuration.flag('trim', false);
    const ignoreMissing = configuration.flag('ignore_missing', false);
    const emptyValue = configuration.take('empty_value');
    if (quote.length !== 1)
      throw configuration.error('quote', 'quote has to be single character like " or \'');
    if (separator.length !== 1)
      throw configuration.error('separator', 'separator has to be single character like , or ;');
    if (targets.length === 0) throw configuration.error('target_fields', "target fields list can't be empty");
    return (document) => {
      const value = requiredValue(document, field, ignoreMissing);
      if (value === null) return;
      const cells = parseLine(asString(value, field), separator, quote, trim);
      for (const [i, cell] of cells.slice(0, targets.length).entries()) {
        if (cell !== '') document.set(targets[i], cell);
        else if (emptyValue !== undefined) document.set(targets[i], String(emptyValue));
      }
    };
  },
};

/** Splits a line into cells; a quoted cell may contain separators, and its quote doubled. */
function parseLine(line: string, separator: string, quote: string, trim: boolean): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let start = at;
    if (trim) while (line[start] === ' ' || line[start] === '\t') start++;
    if (line[start] === quote) {
      const { cell, end } = quotedCell(line, start, quote);
      cells.push(cell);
      at = end;
      if (trim) while (line[at] === ' ' || line[at] === '\t') at++;
      if (at < line.length && line[at] !== separator) {
        throw illegalArgument(
          `Illegal character inside CSV line, quote has to be followed by [${separator}]`,
        );
      }
    } else {
      const end = line.indexOf(separator, at);
      const cell = line.slice(at, end === -1 ? line.length : end);
      if (cell.includes(quote))
        throw illegalArgument('Illegal character inside unquoted field at ' + (at + cell.indexOf(quote)));
      cells.push(trim ? cell.trim() : cell);
      at = end === -1 ? line.length : end;
    }
    if (at >= line.length) return cells;
    at++;
  }
}

function quotedCell(
  line: string,
  start: number,
  quote: string,
): { readonly cell: string; readonly end: number } {
  let cell = '';
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] !== quote) cell += line[at];
    else if (line[at + 1] === quote) cell += line[at++];
    else return { cell, end: at + 1 };
  }
  throw illegalArgument('Unmatched quote');
}
