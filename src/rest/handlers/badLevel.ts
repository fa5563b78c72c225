import { OpenSearchError } from '../../common/index.ts';

/** An invalid `level` parameter. */
export function badLevel(level: string, levels: readonly string[]): OpenSearchError {
  return new OpenSearchError('illegal_argument_exception', words(level, levels));
}

/** Like `badLevel`, detected while the response was being written, so its end is missing too. */
export function badLevelWhileWriting(level: string, levels: readonly string[]): OpenSearchError {
  const unclosed = new OpenSearchError('i_o_exception', 'Unclosed object or array found');
  const failed = 'Failed to close the XContentBuilder';
  return new OpenSearchError('illegal_argument_exception', words(level, levels), {
    suppressed: [new OpenSearchError('illegal_state_exception', failed, { causedBy: unclosed })],
  });
}

function words(level: string, levels: readonly string[]): string {
  const names = levels.map((name) => `[${name}]`).join(' or ');
  return `level parameter must be one of ${names} but was [${level}]`;
}
