import { styleText } from 'node:util';
import type { Screen } from '../frame/terminal.ts';

type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'underline';

/** Colours, where the screen has them; plain text elsewhere. */
export type Style = (look: Look, text: string) => string;

export function styled(screen: Screen): Style {
  const hasColours = (screen.isTTY ?? false) && (screen.hasColors?.() ?? false);
  return hasColours ? (look, text) => (text === '' ? '' : styleText(look, text)) : (_look, text) => text;
}
