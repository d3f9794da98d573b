import { join } from 'node:path';
import { chooseProject, type Config, nameProgram, serve, siteVariables } from '@solostead/server';
import { readLabConfig } from './configuration.ts';

/** Runs the lab's server until a signal. `buildSite` runs in parallel; an exit code other than 0 ends the start. */
export function serveLab(
  buildSite?: (variables: ReturnType<typeof siteVariables>) => Promise<number>,
): Promise<void> {
  nameProgram('npm run solostead --');
  chooseProject(join(import.meta.dirname, '../..'));
  return serve({
    readConfig: () => readLabConfig(),
    extension: async () => (await import('./lab.ts')).lab,
    buildSite: buildSite && ((config: Config) => buildSite(siteVariables(config))),
  });
}
