import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const GROUP = 'com.amazon.opendistroforelasticsearch.client';
const [ARTIFACT, VERSION] = ['opendistro-sql-jdbc', '1.13.0.0'];
/** Maven's own cache: the driver is fetched once for all checkouts. */
export const driverJar = join(
  homedir(),
  `.m2/repository/${GROUP.replaceAll('.', '/')}/${ARTIFACT}/${VERSION}/${ARTIFACT}-${VERSION}.jar`,
);

/** Why the driver cannot be tried here; null when it can. */
export async function driverObstacle(): Promise<string | null> {
  try {
    await run('java', ['-version']);
  } catch {
    return 'there is no java';
  }
  if (existsSync(driverJar)) return null;
  try {
    await run('mvn', ['-q', 'dependency:get', `-Dartifact=${GROUP}:${ARTIFACT}:${VERSION}`], {
      timeout: 60_000,
    });
  } catch {
    return 'the driver cannot be fetched';
  }
  return existsSync(driverJar) ? null : 'the driver is not in the cache of Maven';
}
