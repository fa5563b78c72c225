import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';

export const MAX_BUFFER_SIZE = 1_048_576;

/** The maximum token length. Throws illegal_argument_exception. */
export function bufferSize(parameters: ComponentParameters, key: string, defaultValue: number): number {
  const size = parameters.integer(key, defaultValue);
  if (size > 0 && size <= MAX_BUFFER_SIZE) return size;
  throw illegalArgument(
    `maxTokenLen must be greater than 0 and less than ${MAX_BUFFER_SIZE} passed: ${size}`,
  );
}
