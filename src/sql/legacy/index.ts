export { type LegacyAnswer, LegacyEngine, type LegacyRequest } from './engine.ts';
export { cutAt } from './traps.ts';
