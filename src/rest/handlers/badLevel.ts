import { OpenSearchError } from '../../common/index.ts';

/**
 * `level` is none of those that the answer can be given by. The original notices it while it writes the answer, whose
 * end is then missing too.
 */
export function badLevel(level: string, levels: readonly string[]): OpenSearchError {
  const unclosed = new OpenSearchError('i_o_exception', 'Unclosed object or array found');
  const failed = 'Failed to close the XContentBuilder';
  const names = levels.map((name) => `[${name}]`).join(' or ');
  return new OpenSearchError(
    'illegal_argument_exception',
    `level parameter must be one of ${names} but was [${level}]`,
    { suppressed: [new OpenSearchError('illegal_state_exception', failed, { causedBy: unclosed })] },
  );
}
