import { type Config, siteVariables } from '../../server/src/configuration/config.ts';
import { serve } from '../../server/src/serve.ts';
import { nameProgram } from '../../server/src/process/command-line.ts';
import { readLabConfig } from './configuration.ts';

/** Runs the lab's server until a signal. `buildSite` runs in parallel; an exit code other than 0 ends the start. */
export function serveLab(
  buildSite?: (variables: ReturnType<typeof siteVariables>) => Promise<number>,
): Promise<void> {
  nameProgram('npm run solostead --');
  return serve(() => readLabConfig(), {
    loadExtension: async () => (await import('./lab.ts')).lab,
    buildSite: buildSite && ((config: Config) => buildSite(siteVariables(config))),
  });
}
