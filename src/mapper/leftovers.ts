import type { JsonObject } from '../common/index.ts';
import { hashMapOrder } from '../common/index.ts';
import { mapperParsing } from './errors.ts';
import { javaText } from './javaText.ts';

/** Throws if members are left; the message lists them as ` [foo : 1] [bar : {a=b}]` after its subject. */
export function checkNothingLeft(subject: string, rest: JsonObject): void {
  const keys = Object.keys(rest);
  if (keys.length === 0) return;
  const listed = hashMapOrder(keys)
    .map((key) => ` [${key} : ${javaText(rest[key])}]`)
    .join('');
  throw mapperParsing(`${subject} has unsupported parameters: ${listed}`);
}
