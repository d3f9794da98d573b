import { readConfigUnchanged } from '@solostead/server';
import { doctorCommand, warning } from '@solostead/server/commands';
import { labWarnings, readLabConfig } from '../configuration.ts';
import { checkApplications, checkSamples, checkTerms } from '../doctor/findings.ts';

export const command = doctorCommand({
  subjects: ', promises of the pages, remaining samples',
  readConfig: () => readLabConfig(readConfigUnchanged),
  configuration: (config) => labWarnings(config).map((message) => warning('configuration', message)),
  database: async (query, { siteDir }, isMailRefused) => [
    ...(await checkApplications(query, isMailRefused)),
    ...(await checkTerms(query, siteDir)),
  ],
  others: async () => [await checkSamples()],
});
