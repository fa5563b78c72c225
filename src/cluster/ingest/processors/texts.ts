import { stripHtml } from '../../../analysis/index.ts';
import { illegalArgument, parseSizeBytes } from '../../../common/index.ts';
import type { ProcessorType } from '../processor.ts';
import { textProcessor } from './fields.ts';

/** Processors that convert one text. */
export const textProcessors: readonly ProcessorType[] = [
  textProcessor('lowercase', 'a text in small letters', () => (text) => text.toLowerCase()),
  textProcessor('uppercase', 'a text in capital letters', () => (text) => text.toUpperCase()),
  textProcessor('trim', 'a text without white space around it', () => (text) => text.trim()),
  textProcessor('html_strip', 'a text without its HTML tags', () => stripHtml),
  textProcessor('urldecode', 'a text with its URL escapes decoded', () => decodeUrl),
  textProcessor(
    'bytes',
    'a size in words (1kb) as a number of bytes',
    (_configuration, field) => (text) => parseSizeBytes(text, field),
  ),
  textProcessor('gsub', 'a text with the matches of a pattern replaced', (configuration) => {
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
