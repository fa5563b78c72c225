import { stripHtml } from '../../../analysis/index.ts';
import { illegalArgument, parseSizeBytes } from '../../../common/index.ts';
import type { ProcessorType } from '../processor.ts';
import { textProcessor } from './fields.ts';

/** Processors that convert one text. */
export const textProcessors: readonly ProcessorType[] = [
  textProcessor('lowercase', 'converts a text to lower case', () => (text) => text.toLowerCase()),
  textProcessor('uppercase', 'converts a text to upper case', () => (text) => text.toUpperCase()),
  textProcessor('trim', 'trims whitespace', () => (text) => text.trim()),
  textProcessor('html_strip', 'removes HTML tags', () => stripHtml),
  textProcessor('urldecode', 'decodes URL escapes', () => decodeUrl),
  textProcessor(
    'bytes',
    'converts a size such as 1kb to a number of bytes',
    (_configuration, field) => (text) => parseSizeBytes(text, field),
  ),
  textProcessor('gsub', 'replaces the matches of a pattern', (configuration) => {
    const pattern = configuration.regex('pattern');
    const replacement = configuration.text('replacement');
    return (text) => pattern.replaceAll(text, replacement);
  }),
];

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw illegalArgument(`Could not URL-decode value.`);
  }
}
