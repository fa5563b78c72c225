export * from './calendar.ts';
export * from './integers.ts';
export * from './javaMapOrder.ts';
export { javaListHash } from './javaValueHash.ts';
export * from './output.ts';
export * from './parseTemporal.ts';
export * from './temporal.ts';
export * from './typeNames.ts';
export * from './value.ts';
