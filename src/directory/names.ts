import { bug } from '../common/index.ts';

/** Names are ours (uuids, `_0.seg`): a separator or a dot name would be a bug that reaches outside the folder. */
export function checkFileName(name: string): void {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) {
    throw bug(`not a file name: ${JSON.stringify(name)}`);
  }
}
