import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../server/src/config.ts';
import { type Finding, fine, warning } from '../../../server/src/doctor/finding.ts';

/** People, addresses and links of the site that are still samples, as `npm run check:launch` lists them. */
export async function checkSamples(): Promise<Finding> {
  try {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/check-launch.mjs')], { cwd: root });
    return fine('samples', 'none is left in the site');
  } catch {
    return warning('samples', 'the site still shows samples: npm run check:launch lists them.');
  }
}
