import type { JsonObject } from '../common/index.ts';
import { mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';

/** ` [foo : 1] [bar : {a=b}]` after what the message says first. */
export function checkNothingLeft(subject: string, rest: JsonObject): void {
  const keys = Object.keys(rest);
  if (keys.length === 0) return;
  const listed = keys.map((key) => ` [${key} : ${javaTextInOrder(rest[key])}]`).join('');
  throw mapperParsing(`${subject} has unsupported parameters: ${listed}`);
}
