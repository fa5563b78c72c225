export { LegacyEngine, type LegacyRequest } from './engine.ts';
