import { illegalArgument, OpenSearchError } from '../../../common/index.ts';
import { dateFormatter, parseZone, UTC, type Zone } from '../../../mapper/index.ts';
import type { Configuration, TextTemplate } from '../configuration.ts';
import { textTemplate } from '../configuration.ts';
import type { IngestContext, ProcessorType } from '../processor.ts';
import { javaText, requiredValue } from './fields.ts';

const OUTPUT_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

type ParseDate = (text: string, zone: Zone) => number;

/** Date formats of ingest: four special names, otherwise the formats of mappings. */
function dateParser(format: string): ParseDate {
  switch (format) {
    case 'ISO8601':
      return (text, zone) => dateFormatter('date_optional_time').parse(text, { zone }).epochMs;
    case 'UNIX':
      return (text) => Math.trunc(number(text) * 1000);
    case 'UNIX_MS':
      return (text) => Math.trunc(number(text));
    case 'TAI64N':
      return tai64n;
    default:
      return (text, zone) => dateFormatter(format).parse(text, { zone }).epochMs;
  }
}

function number(text: string): number {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw illegalArgument(`For input string: "${text}"`);
  return Number(text);
}

/** `@4000000050d506482dbdf024`: seconds counted from 2^62 and 10 seconds ahead of UTC, then nanoseconds. */
function tai64n(text: string): number {
  const match = /^@?([0-9a-fA-F]{16})([0-9a-fA-F]{8})$/.exec(text);
  if (!match) throw illegalArgument(`The label [${text}] is not a TAI64N label`);
  const seconds = Number(BigInt(`0x${match[1]}`) - (1n << 62n)) - 10;
  return seconds * 1000 + Math.trunc(Number.parseInt(match[2], 16) / 1_000_000);
}

interface DateReader {
  read(text: string, zone: Zone): number;
}

function dateReader(formats: readonly string[]): DateReader {
  const parsers = formats.map(dateParser);
  return {
    read(text, zone) {
      let last: OpenSearchError | undefined;
      for (const parse of parsers) {
        try {
          return parse(text, zone);
        } catch (error) {
          if (!(error instanceof OpenSearchError)) throw error;
          last = error;
        }
      }
      throw illegalArgument(`unable to parse date [${text}]`, last);
    },
  };
}

/** Reads `timezone`, and `locale`, which has no effect: dates are always parsed in English. */
function zoneTemplate(configuration: Configuration): TextTemplate {
  configuration.optionalText('locale');
  return textTemplate(configuration.optionalText('timezone') ?? 'UTC');
}

function zoneOf(name: string): Zone {
  return name === 'UTC' || name === '' ? UTC : parseZone(name);
}

export const dateProcessor: ProcessorType = {
  name: 'date',
  doc: 'parses a date: ISO8601, UNIX, UNIX_MS, TAI64N, or a pattern',
  create(configuration) {
    const field = configuration.text('field');
    const target = configuration.optionalText('target_field') ?? '@timestamp';
    const zone = zoneTemplate(configuration);
    const reader = dateReader(configuration.list('formats').map(String));
    const output = outputFormat(configuration);
    return (document) => {
      const value = requiredValue(document, field, false);
      const zoneName = zoneOf(zone(document));
      document.set(target, output.print(reader.read(javaText(value), zoneName), 0, zoneName));
    };
  },
};

function outputFormat(configuration: Configuration): ReturnType<typeof dateFormatter> {
  const format = configuration.optionalText('output_format') ?? OUTPUT_FORMAT;
  try {
    return dateFormatter(format);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw configuration.error('output_format', `invalid output format [${format}]`);
  }
}

export const dateIndexNameProcessor: ProcessorType = {
  name: 'date_index_name',
  doc: 'derives the index name from a date',
  create(configuration, _context: IngestContext) {
    const field = configuration.text('field');
    const prefix = textTemplate(configuration.optionalText('index_name_prefix') ?? '');
    const rounding = configuration.template('date_rounding');
    const zone = zoneTemplate(configuration);
    const formats = configuration.optionalList('date_formats')?.map(String) ?? [
      "yyyy-MM-dd'T'HH:mm:ss.SSSXX",
    ];
    const reader = dateReader(formats);
    const nameFormat = textTemplate(configuration.optionalText('index_name_format') ?? 'yyyy-MM-dd');
    return (document) => {
      const text = javaText(requiredValue(document, field, false));
      const zoneName = zone(document);
      const format = nameFormat(document);
      const at = zoneOf(zoneName);
      const date = dateFormatter(format).print(reader.read(text, at), 0, at);
      const name = `<${prefix(document)}{${date}||/${rounding(document)}{${format}|${zoneName}}}>`;
      document.set('_index', name);
    };
  },
};
