import { type Config, siteVariables } from '../../server/src/config.ts';
import { serve } from '../../server/src/serve.ts';
import { readLabConfig } from './configuration.ts';

/**
 * Runs the server with all that makes it the lab's, until a signal stops it. `buildSite` gets the variables of the site's
 * build and answers its exit code: it runs beside the start, and anything but 0 ends that with this code.
 */
export const serveLab = (
  buildSite?: (variables: ReturnType<typeof siteVariables>) => Promise<number>,
): Promise<void> =>
  serve(readLabConfig, {
    loadExtension: async () => (await import('./lab.ts')).lab,
    buildSite: buildSite && ((config: Config) => buildSite(siteVariables(config))),
  });
