import { attack } from '@solostead/server-testkit/fuzz/rest/fuzz';
import { mutatedWrites } from '@solostead/server-testkit/fuzz/rest/mutated-writes';
import { answersYes, questionColumns } from '../harness/answered-questions.ts';
import { sampleApplication } from '../harness/applicant.ts';
import { startServer } from '../harness/servers/server.ts';
import { hostileApplication } from './hostile-applications.ts';

/** Part of the one application that is stored before, which no visitor may see. */
const SECRET = 'ZQX-never-to-be-seen-ZQX';

const validApplications = () => [
  { method: 'POST', path: '/applications', query: {}, body: { ...sampleApplication() }, schema: 'public' },
];

/**
 * Sends `requests` hostile applications to its own server, half of them valid except for one value. Returns the
 * findings, which are a 5xx, no answer, an exposed row, or several applications stored at once.
 */
export async function fuzzApplications(requests: number, seed: number): Promise<readonly string[]> {
  const server = await startServer({ env: { TRUSTED_PROXIES: '127.0.0.1, ::1' } });
  try {
    await server.sql(
      `insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
       values ('${SECRET}', 'hidden@example.org', null, '${SECRET}', ${answersYes})`,
    );
    const first = [...mutatedWrites(seed, validApplications)].slice(0, requests / 2);
    return await attack(server, { first, random: hostileApplication, secret: SECRET }, requests, seed);
  } finally {
    await server.stop();
  }
}
