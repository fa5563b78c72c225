import type { JsonObject } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';

export interface NestedStep {
  /** Relative to the enclosing object. */
  readonly field: string;
  readonly offset: number;
}

/** The path from a root document to a nested one, outermost first; empty for root documents. */
export function nestedSteps(reader: SegmentReader, doc: number): readonly NestedStep[] {
  const steps: NestedStep[] = [];
  for (let at = doc; reader.parent(at) >= 0; at = reader.parent(at)) {
    const path = reader.nestedPath(at) ?? '';
    const around = reader.nestedPath(reader.parent(at));
    const field = around === null ? path : path.slice(around.length + 1);
    steps.unshift({ field, offset: reader.nestedOffset(at) });
  }
  return steps;
}

/** `_nested` of an inner hit: {field, offset, _nested}; `null` for root documents. */
export function nestedIdentity(reader: SegmentReader, doc: number): JsonObject | null {
  let identity: JsonObject | null = null;
  for (const { field, offset } of [...nestedSteps(reader, doc)].reverse()) {
    identity = identity === null ? { field, offset } : { field, offset, _nested: identity };
  }
  return identity;
}
