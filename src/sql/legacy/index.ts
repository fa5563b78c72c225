export { type LegacyAnswer, LegacyEngine, type LegacyRequest } from './engine.ts';
export { javaHashOrder } from './hitRows.ts';
export { cutAt } from './traps.ts';
