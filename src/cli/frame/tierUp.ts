import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that a function runs before V8 considers optimizing it. V8's own figure (67,584 in Node 20)
 * suits pages that are left soon; a server pays the same compilation anyway, only hundreds of requests later.
 */
const INTERRUPT_BUDGET = 25_000;

/**
 * Has V8 optimize what runs often sooner. For processes that serve, not for programs that embed the library; and after
 * the start: optimizing its code would take 15 MB, and it never runs again.
 */
export function optimizeSooner(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
