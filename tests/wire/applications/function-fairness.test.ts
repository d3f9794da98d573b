import { postJson } from '@solostead/server-testkit/network/post-json';
import { sampleApplication } from '../../harness/applicant.ts';
import { mailsTo } from '../../harness/applicant-page.ts';
import { expect, testLimited, type TestServer } from '../../harness/fixtures.ts';

const test = testLimited();

// function-runner.test.ts has the places of a network and the turns of its addresses.
test('a hundred requests at a time from one address keep no other from its confirmation mail', async ({
  server,
}) => {
  const flood: Response[] = [];
  let isOver = false;
  const flooding = Promise.all(
    Array.from({ length: 100 }, async () => {
      while (!isOver) flood.push(await ask(server, 'flood@example.org', 66));
    }),
  );
  await expect.poll(() => flood.length).toBeGreaterThan(200);

  const honest = Array.from({ length: 15 }, () => sampleApplication());
  const statuses = await Promise.all(
    honest.map(async (row, host) => {
      const applied = await postJson(server, '/rest/v1/applications', row, from(host));
      return [applied.status, (await ask(server, row.email, host)).status];
    }),
  );
  isOver = true;
  await flooding;
  expect(statuses).toEqual(honest.map(() => [201, 200]));
  for (const { email } of honest) await expect.poll(() => mailsTo(server, email)).toHaveLength(1);

  expect(flood.filter(({ status }) => status === 200)).toHaveLength(20);
  for (const { status, headers } of flood)
    expect([status, headers.has('retry-after')]).toEqual(status === 200 ? [200, false] : [429, true]);
});

// No other file uses this network, because the shared server remembers which addresses are used up.
const from = (host: number) => ({ prefer: 'return=minimal', 'x-forwarded-for': `198.18.0.${host}` });
const ask = async (server: TestServer, email: string, host: number) => {
  const answer = await postJson(server, '/functions/v1/send-confirmation-email', { email }, from(host));
  await answer.text();
  return answer;
};
