import { createHash, randomBytes } from 'node:crypto';
import { applicationHeaders } from '@solostead/contract/headers';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication } from '../../harness/applications.ts';
import { close, dayArrives, dayFromNow, someHost } from '../../harness/intake.ts';
import { describe, expect, testLimited, type Visitor } from '../../harness/fixtures.ts';

const test = testLimited();

test.afterEach(({ server }) => server.sql('select private.set_intake(false)'));
describe('while applications are closed', () => {
  test('an application is refused with a code and a sentence, and not stored', async ({ server, page }) => {
    await close(server);
    const row = sampleApplication();
    expect(await send(page, row)).toMatchObject({
      status: 403,
      error: { code: 'applications_closed', message: 'Applications are closed.' },
    });
    expect(await server.sql`select from public.applications where email = ${row.email}`).toEqual([]);
    await close(server, '2099-12-01');
    expect(await state(page)).toEqual({ closed: true, opens_on: '2099-12-01', time_zone: 'UTC' });
    expect((await send(page, row)).error?.message).toBe('Applications are closed until 1 December 2099.');
    const other = await submitApplication(server, row, { apikey: server.secretKey });
    expect(other.status).toBe(201);
  });

  test('an address that has applied gets the same answer as one that has not', async ({ server, page }) => {
    const row = sampleApplication();
    expect((await send(page, row)).status).toBe(201);
    await close(server);
    expect((await send(page, row)).error).toEqual((await send(page, sampleApplication())).error);
  });

  test('a form accepted before the closing is answered 201 when sent again', async ({ server, page }) => {
    const row = sampleApplication();
    const key = createHash('sha256').update(randomBytes(32)).digest('hex');
    expect((await send(page, row, { [applicationHeaders.formKey]: key })).status).toBe(201);
    await close(server);
    expect((await send(page, row, { [applicationHeaders.formKey]: key })).status).toBe(201);
  });
});

test('applications open automatically on their day', async ({ server, page }) => {
  await close(server, dayFromNow(1));
  expect((await send(page, sampleApplication())).status).toBe(403);
  await dayArrives(server);
  expect(await state(page)).toEqual({ closed: false, opens_on: null });
  expect((await send(page, sampleApplication())).status).toBe(201);
});

test('the command line closes until a day and opens again', async ({ server, page }) => {
  const until = dayFromNow(3);
  expect(await server.command('applications', 'close', '--until', until)).toContain(
    `Applications are closed until ${until}; 0 addresses will be notified then.`,
  );
  expect(await state(page)).toEqual({ closed: true, opens_on: until, time_zone: 'UTC' });
  expect(await server.command('applications', 'close')).toContain('until they are opened again');
  expect(await state(page)).toEqual({ closed: true, opens_on: null });
  expect(await server.command('applications', 'open')).toContain('Applications are open.');
  expect(await state(page)).toEqual({ closed: false, opens_on: null });
});

const send = (page: Visitor, row: object, headers: Record<string, string> = {}) => {
  const query = page.rest.from('applications').insert(row).setHeader('x-forwarded-for', someHost());
  for (const [name, value] of Object.entries(headers)) query.setHeader(name, value);
  return query;
};
const state = async (page: Visitor) => (await page.rest.rpc('intake_state')).data as unknown;
