export { diagnose } from './diagnosis.ts';
