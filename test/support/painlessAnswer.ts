import { OpenSearchError } from '../../src/common/index.ts';
import { asText, compileScript } from '../../src/script/index.ts';
import { inOneLine } from './tableText.ts';

/** What `_scripts/painless/_execute` answers to a script: its result, or `compile error: type: words`. */
export function painlessAnswer(source: string): string {
  try {
    const script = compileScript({ source }, 'painless_test');
    return inOneLine(String(asText(script.bind({ now: () => 0 })())));
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const cause = error.causedBy ?? error;
    return inOneLine(`${error.reason}: ${cause.type}: ${String(cause.toJson().reason)}`);
  }
}
