import { illegalArgument, numberFormat, parseBoolean } from '../../common/index.ts';

/** Checks of single index settings, in the original's words. Each throws illegal_argument_exception. */
export type ValueCheck = (text: string) => void;

/** Exactly one of these words; `shown` is how messages list them. */
export function oneOfWords(key: string, words: readonly string[], shown = words): ValueCheck {
  return (text) => {
    if (words.includes(text)) return;
    throw illegalArgument(`unknown value for [${key}] must be one of [${shown.join(', ')}] but was: ${text}`);
  };
}

/** A constant of a Java enum, ignoring case. */
export function enumConstant(javaName: string, names: readonly string[]): ValueCheck {
  return (text) => {
    if (names.includes(text.toUpperCase())) return;
    throw illegalArgument(`No enum constant org.opensearch.${javaName}.${text.toUpperCase()}`);
  };
}

/** A word of `index.routing.*.enable`, ignoring case. */
export function enableWord(what: string, words: readonly string[]): ValueCheck {
  return (text) => {
    if (words.includes(text.toLowerCase())) return;
    throw illegalArgument(`Illegal ${what} value [${text.toUpperCase()}]`);
  };
}

/** Rejects values other than these words; `{}` in `message` stands for the value. */
export function refused(words: readonly string[], message: string): ValueCheck {
  return (text) => {
    if (!words.includes(text)) throw illegalArgument(message.replace('{}', text));
  };
}

/** `false`, `0-1`, `0-all`. */
export function checkAutoExpand(text: string): void {
  if (text === 'false') return;
  const dash = text.indexOf('-');
  const failure = `failed to parse [index.auto_expand_replicas] from value: [${text}] at index ${dash}`;
  if (dash === -1) throw illegalArgument(failure);
  const [from, to] = [text.slice(0, dash), text.slice(dash + 1)];
  for (const bound of [from, to]) {
    if (!/^[+-]?\d{1,9}$/.test(bound) && !(bound === to && bound === 'all')) {
      throw illegalArgument(failure, numberFormat(bound));
    }
  }
  if (to !== 'all' && Number(from) > Number(to)) {
    throw illegalArgument(
      `[index.auto_expand_replicas] minReplicas must be =< maxReplicas but wasn't ${from} > ${to}`,
    );
  }
}

/** A number of copies, or `all`. */
export function checkActiveShards(text: string): void {
  if (text === 'all') return;
  if (!/^[+-]?\d{1,9}$/.test(text)) {
    throw illegalArgument(`cannot parse ActiveShardCount[${text}]`, numberFormat(text));
  }
  if (Number(text) < 0) throw illegalArgument('shard count cannot be a negative value');
}

/** `true`, `false`, or a fraction from 0 to 1. */
export function checkCompoundFormat(text: string): void {
  if (text === 'true' || text === 'false') return;
  const ratio = Number(text);
  if (text.trim() === '' || Number.isNaN(ratio)) {
    throw illegalArgument(
      `Expected a boolean or a value in the interval [0..1] but was: [${text}]`,
      numberFormat(text),
    );
  }
  if (ratio < 0 || ratio > 1) {
    const shown = Number.isInteger(ratio) ? ratio.toFixed(1) : String(ratio);
    throw illegalArgument(`NoCFSRatio must be in the interval [0..1] but was: [${shown}]`);
  }
}

/** How much of the source the slow log prints: a number of characters, all or nothing. */
export function checkLoggedSource(text: string): void {
  if (!/^[+-]?\d{1,10}$/.test(text)) parseBoolean(text);
}

export function checkNoDynamicMapper(): never {
  throw illegalArgument('Setting index.mapper.dynamic was removed after version 6.0.0');
}

const ADDRESSES: ReadonlySet<string> = new Set(['_ip', '_host_ip', '_publish_ip']);

/** A node filter such as `index.routing.allocation.require._ip`, whose value must be an address. */
export function checkAllocationFilter(key: string, text: string): void {
  if (!ADDRESSES.has(key.slice(key.lastIndexOf('.') + 1))) return;
  for (const address of text.split(',').map((part) => part.trim())) {
    if (/[*:.]/.test(address) && /^[\d.:a-fA-F*/]+$/.test(address)) continue;
    throw illegalArgument(`invalid IP address [${address}] for [${key}]`);
  }
}
