import { numberFormat, OpenSearchError } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter } from '../stream.ts';

type Encode = (text: string) => Uint8Array;

function floatBytes(text: string): Uint8Array {
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fFdD]?$/.test(text.trim())
    ? Number.parseFloat(text)
    : Number.NaN;
  if (Number.isNaN(value)) throw numberFormat(text);
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return new Uint8Array(view.buffer);
}

function intBytes(text: string): Uint8Array {
  if (!/^-?\d{1,10}$/.test(text)) {
    throw new OpenSearchError('number_format_exception', 'Unable to parse', { status: 400 });
  }
  const view = new DataView(new ArrayBuffer(4));
  view.setInt32(0, Number(text));
  return new Uint8Array(view.buffer);
}

const ENCODINGS: Readonly<Record<string, Encode>> = {
  float: floatBytes,
  int: intBytes,
  identity: (text) => Buffer.from(text),
};

function delimiterOf(parameters: ComponentParameters): string {
  const delimiter = parameters.string('delimiter') ?? '|';
  if (delimiter !== '') return delimiter[0];
  throw new OpenSearchError('string_index_out_of_bounds_exception', 'String index out of range: 0');
}

/** `delimited_payload`: splits a token at the delimiter into term and payload. */
export function delimitedPayloadFilter(parameters: ComponentParameters): TokenFilter {
  const delimiter = delimiterOf(parameters);
  const encoding = parameters.string('encoding') ?? 'float';
  const encode = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : ENCODINGS.float;
  return {
    knowsPayloads: true,
    apply: (stream) => {
      for (const token of stream.tokens) {
        const at = token.term.indexOf(delimiter);
        token.payload = at < 0 ? null : encode(token.term.slice(at + 1));
        if (at >= 0) token.term = token.term.slice(0, at);
      }
      return stream;
    },
  };
}

/** `type_as_payload`: sets the type (`word`, `<NUM>`, …) as payload. */
export const typeAsPayload: TokenFilter = {
  knowsPayloads: true,
  apply: (stream) => {
    for (const token of stream.tokens) token.payload = Buffer.from(token.type);
    return stream;
  },
};
