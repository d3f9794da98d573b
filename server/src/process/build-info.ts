import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BuildInfo {
  readonly version: string;
  /** The first characters of the commit, or null outside of a repository. */
  readonly commit: string | null;
}

/** Returns what runs. An image has no repository and names its commit in `SOLOSTEAD_COMMIT`. */
export function readBuildInfo(environment: NodeJS.ProcessEnv = process.env): BuildInfo {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const manifest: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const commit = environment['SOLOSTEAD_COMMIT'] || commitOf(join(folder, '..'));
  return { version: manifest.version, commit: commit?.slice(0, 12) ?? null };
}

function commitOf(repository: string): string | null {
  // The packed server is inside of a project, whose repository is another.
  if (!existsSync(join(repository, '.git'))) return null;
  try {
    const args = ['-C', repository, 'rev-parse', 'HEAD'];
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    }).trim();
  } catch {
    return null;
  }
}
