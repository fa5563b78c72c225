import { illegalArgument, limits } from '../common/index.ts';

/** Throws illegal_argument for an NDJSON line that exceeds the limit. */
export function checkLineBytes(bytes: number): void {
  const most = limits.bulkLineBytes.value;
  if (bytes <= most) return;
  throw illegalArgument(`A line of the body has [${bytes}] bytes, more than the limit of [${most}]`);
}
