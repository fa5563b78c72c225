import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import { checkTokens, type TokenFilter, type TokenStream, type WorkToken, workToken } from '../stream.ts';

interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly unigrams: boolean;
  readonly unigramsIfNone: boolean;
  readonly separator: string;
}

function tooWide(width: number, most: number): Error {
  return illegalArgument(
    `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting ` +
      `unigrams) must be less than or equal to: [${most}] but was [${width}]. This limit can be set by ` +
      'changing the [index.max_shingle_diff] index level setting.',
  );
}

/** Joins adjacent tokens: `a b c` → `a`, `a b`, `b`, `b c`, `c`. Gaps are filled with `_`. */
export function shingleFilter(parameters: ComponentParameters): TokenFilter {
  const options: ShingleOptions = {
    min: parameters.integer('min_shingle_size', 2),
    max: parameters.integer('max_shingle_size', 2),
    unigrams: parameters.boolean('output_unigrams', true),
    unigramsIfNone: parameters.boolean('output_unigrams_if_no_shingles', false),
    separator: parameters.string('token_separator') ?? ' ',
  };
  const filler = parameters.string('filler_token') ?? '_';
  const width = options.max - options.min + (options.unigrams ? 1 : 0);
  const most = parameters.limit('shingleDiff');
  if (width > most) throw tooWide(width, most);
  const apply = (stream: TokenStream): TokenStream => {
    checkSizes(options);
    const slots = withFillers(stream, filler, options.max - 1);
    const tokens = shingles(slots, options);
    const none = options.unigramsIfNone && tokens.length === 0;
    return { tokens: none ? stream.tokens : tokens, endIncrement: stream.endIncrement };
  };
  return { apply };
}

/** Invalid sizes are only reported when a text is analysed, as in the original. */
function checkSizes({ min, max }: ShingleOptions): void {
  if (max < 2) throw illegalArgument('Max shingle size must be >= 2');
  if (min < 2) throw illegalArgument('Min shingle size must be >= 2');
  if (min > max) throw illegalArgument('Min shingle size must be <= max shingle size');
}

interface Slot {
  readonly token: WorkToken;
  readonly filler: boolean;
}

/** Inserts fillers into gaps and after the last token, no more than fit into a shingle. */
function withFillers({ tokens, endIncrement, endOffset }: TokenStream, filler: string, most: number): Slot[] {
  const slots: Slot[] = [];
  const fill = (holes: number, offset: number): void => {
    for (let hole = 0; hole < Math.min(holes, most); hole++) {
      slots.push({ token: workToken(filler, offset, offset), filler: true });
    }
  };
  for (const token of tokens) {
    fill(token.positionIncrement - 1, token.startOffset);
    slots.push({ token, filler: false });
  }
  fill(endIncrement, endOffset ?? tokens[tokens.length - 1]?.endOffset ?? 0);
  return slots;
}

function shingles(slots: readonly Slot[], options: ShingleOptions): WorkToken[] {
  const out: WorkToken[] = [];
  let skipped = 0;
  for (let first = 0; first < slots.length; first++) {
    const produced: WorkToken[] = [];
    if (options.unigrams && !slots[first].filler) {
      produced.push({ ...slots[first].token, positionLength: 1 });
    }
    for (let size = options.min; size <= options.max && first + size <= slots.length; size++) {
      const window = slots.slice(first, first + size);
      if (!window.every((slot) => slot.filler)) produced.push(join(window, options));
    }
    produced.forEach((token, index) => {
      token.positionIncrement = index === 0 ? 1 + skipped : 0;
    });
    skipped = produced.length === 0 ? skipped + 1 : 0;
    out.push(...produced);
    checkTokens(out.length);
  }
  return out;
}

function join(window: readonly Slot[], options: ShingleOptions): WorkToken {
  const term = window.map((slot) => slot.token.term).join(options.separator);
  const last = window[window.length - 1].token;
  const token = workToken(term, window[0].token.startOffset, last.endOffset, 'shingle');
  token.positionLength = options.unigrams ? window.length : window.length - options.min + 1;
  return token;
}
