import { relative } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The files that take longest, in that order: one that begins late is waited for when all others have ended. */
const LONGEST = [
  'robustness/hostile/hostile',
  'rooms/console/oneNode',
  'rooms/knn/nativeMemory',
  'conformance/recordings/golden',
  'rooms/console/twoNodes',
  'rooms/knn/laboratory/curveOfServer',
  'docs/commandLine',
  'rooms/transfer/copy',
  'docs/examples',
  'rooms/client/engine',
  'rooms/search/turns',
  'conformance/fuzz/fuzz',
].map((name) => `test/${name}.test.ts`);

/** A clone that never ran the tests has no times of its own to go by; the larger files come first there, after these. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return found === -1 ? LONGEST.length : found;
    };
    const projects = (a: TestSpecification, b: TestSpecification): number =>
      a.project.name < b.project.name ? -1 : Number(a.project.name > b.project.name);
    // A worker that goes over to the other project has to begin anew.
    return (await super.sort(files)).sort((a, b) => projects(a, b) || place(a) - place(b));
  }
}
