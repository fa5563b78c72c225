export { type ReferenceEntry, type ReferenceSection, referenceSections } from './sections.ts';
export { sqlReference } from './sqlReference.ts';
