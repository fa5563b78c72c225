const VARIANT = 'MIME-NO-LINEFEEDS';
const ALPHABET = /[A-Za-z0-9+/]/;

/** Why a text is not base64, and how many characters had been read when this was detected. */
export interface Base64Fault {
  readonly reason: string;
  readonly read: number;
}

/**
 * Checks units of four characters, with whitespace between them and padding at the end of one; `null` if the
 * text is valid.
 */
export function base64Fault(text: string): Base64Fault | null {
  for (let at = 0; ; ) {
    while (at < text.length && text[at] <= ' ') at++;
    if (at >= text.length) return null;
    let padding = 0;
    for (let place = 0; place < 4; place++, at++) {
      if (at >= text.length) return unended(place, at);
      const char = text[at];
      if (char === '=' && place >= 2) padding++;
      else if (padding > 0 || !ALPHABET.test(char)) return fault(illegal(char, place), at);
    }
  }
}

function fault(why: string, at: number): Base64Fault {
  return { reason: `Failed to decode VALUE_STRING as base64 (${VARIANT}): ${why}`, read: at + 1 };
}

/**
 * The text ends within a unit: after one character the parser trips over the closing quote, after more the
 * padding is missing.
 */
function unended(place: number, at: number): Base64Fault {
  if (place === 1) return fault(illegal('"', place), at);
  const reason =
    `Unexpected end of base64-encoded String: base64 variant '${VARIANT}' expects padding (one or more '=' ` +
    'characters) at the end. This Base64Variant might have been incorrectly configured';
  return { reason, read: at };
}

function illegal(char: string, place: number): string {
  const code = `0x${char.charCodeAt(0).toString(16)}`;
  if (char <= ' ') {
    return (
      `Illegal white space character (code ${code}) as character #${place + 1} of 4-char base64 unit: ` +
      'can only used between units'
    );
  }
  if (char === '=') {
    return (
      `Unexpected padding character ('=') as character #${place + 1} of 4-char base64 unit: ` +
      'padding only legal as 3rd or 4th character'
    );
  }
  return /\p{Cc}/u.test(char)
    ? `Illegal character (code ${code}) in base64 content`
    : `Illegal character '${char}' (code ${code}) in base64 content`;
}
