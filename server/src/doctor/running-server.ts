import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../configuration/config.ts';
import { isAlive } from '../process/alive.mjs';
import { type BuildInfo, readBuildInfo } from '../process/build-info.ts';
import { readServerFacts } from '../process/server-facts.ts';
import { type Finding, fine, warning, wrong } from './findings.ts';
import { serverFault } from './public-addresses.ts';

const about = 'server';

/** Reports if the server runs, where, since when and which version. `isReachable` is true if it answers in public. */
export async function checkServer(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keys'>,
  isReachable: boolean,
): Promise<Finding> {
  const facts = readServerFacts(config.dataDir);
  if (facts === null || !isAlive(facts.pid)) {
    if (isReachable) return fine(about, 'runs, and not with this DATA_DIR');
    const wasStarted = config.databaseUrl !== null || existsSync(join(config.dataDir, 'postgres'));
    return wasStarted
      ? wrong(about, 'does not run: start it. Its log says why it ended.')
      : warning(about, 'has not been started yet.');
  }
  const fault = await serverFault({ apiUrl: facts.url, keys: config.keys });
  if (fault) return wrong(about, `process ${facts.pid} at ${facts.url}${fault}`);
  const { version = 'unknown', commit = null, startedAt } = facts;
  const since = startedAt ? `, since ${startedAt.slice(0, 16).replace('T', ' ')} UTC` : '';
  const running = `runs at ${facts.url} (process ${facts.pid}${since}), ${named({ version, commit })}`;
  const here = readBuildInfo();
  return version === here.version && commit === here.commit
    ? fine(about, running)
    : warning(about, `${running}; the files here are ${named(here)}: restart it.`);
}

const named = ({ version, commit }: BuildInfo): string =>
  `version ${version}${commit ? ` (commit ${commit})` : ''}`;
