import { labWarnings, readLabConfig } from '../configuration.ts';
import { warning } from '../../../server/src/doctor/findings.ts';
import { doctorCommand } from '../../../server/src/commands/doctor-command.ts';
import { checkApplications, checkSamples } from '../doctor/findings.ts';
import { checkTerms } from '../doctor/terms.ts';

export const command = doctorCommand({
  subjects: ', what the pages promise, samples left',
  readConfig: readLabConfig,
  configuration: (config) => labWarnings(config).map((message) => warning('configuration', message)),
  database: async (query, { siteDir }) => [
    ...(await checkApplications(query)),
    ...(await checkTerms(query, siteDir)),
  ],
  others: async () => [await checkSamples()],
});
