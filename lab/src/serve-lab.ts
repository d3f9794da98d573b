import { type Config, siteVariables } from '../../server/src/config.ts';
import { serve } from '../../server/src/serve.ts';
import { nameProgram } from '../../server/src/process/command-line.ts';
import { readLabConfig } from './configuration.ts';

/**
 * Runs the lab's server until a signal stops it. `buildSite` gets the variables of the site's build, runs in parallel
 * with the start and returns its exit code. Anything but 0 ends the start with this code.
 */
export function serveLab(
  buildSite?: (variables: ReturnType<typeof siteVariables>) => Promise<number>,
): Promise<void> {
  nameProgram('npm run solostead --');
  return serve(readLabConfig, {
    loadExtension: async () => (await import('./lab.ts')).lab,
    buildSite: buildSite && ((config: Config) => buildSite(siteVariables(config))),
  });
}
