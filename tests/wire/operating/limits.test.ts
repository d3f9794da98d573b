import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

test('limits lists the limits of every purpose', async ({ server }) => {
  const listed = await server.command('limits');
  const [head, ...lines] = listed.trimEnd().split('\n');
  expect(head).toMatch(/^purpose +caller +network +everyone +minutes +counts$/);
  const purposes = await server.column<string>(
    'select purpose from private.rate_limits union all select purpose from auth.limits',
  );
  expect(lines.map((line) => line.split(/ +/)[0])).toEqual(expect.arrayContaining(purposes));
  expect(lines).toHaveLength(purposes.length);
  expect(lines).toContainEqual(expect.stringMatching(/^application +10 +100 +- +10 +applications$/));
});

describe('limits set', () => {
  test('changes a limit and shows it', async ({ server }) => {
    const before = await server.row`select * from private.rate_limits where purpose = 'opening'`;
    const change = (...args: string[]) => server.command('limits', 'set', 'opening', ...args);
    const shown = await change('--caller', '60', '--network', '80', '--minutes', '30', '--everyone', 'none');
    expect(shown).toMatch(/^opening +60 +80 +- +30 +addresses/m);
    await change('--everyone', '400');
    expect(await server.row`select * from private.rate_limits where purpose = 'opening'`).toMatchObject({
      per_caller: 60,
      per_network: 80,
      per_everyone: 400,
    });
    await change('--caller', '20', '--network', '100', '--everyone', '1000', '--minutes', '60');
    expect(await server.row`select * from private.rate_limits where purpose = 'opening'`).toEqual(before);
  });

  test('changes a limit of auth', async ({ server }) => {
    const shown = await server.command('limits', 'set', 'sign_in_sign_ups', '--caller', '60');
    expect(shown).toMatch(/^sign_in_sign_ups +60 +\d+ +- +5 +sign-ins/m);
    await server.sql(`update auth.limits set per_caller = 30 where purpose = 'sign_in_sign_ups'`);
  });

  test.for<[string[], RegExp]>([
    [
      ['aplication', '--caller', '5'],
      /^There is no limit aplication\. These exist: application, [^\n]+\.\n$/,
    ],
    [['application', '--caller', '1000001'], /^The limit of an address is at most 1,000,000\.\n$/],
    [['application', '--caller', '101'], /^The limit of a network is at least that of an address and/],
    [['opening', '--network', '201'], /^One network could use up this limit/],
    [['email_new_address', '--everyone', '1'], /^One network could use up this limit/],
    [['page', '--minutes', '1441'], /^The period is at most 1 day/],
  ])('%j is refused in one sentence', async ([args, sentence], { server }) => {
    const before = await everyLimit(server);
    await expect(server.command('limits', 'set', ...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
    expect(await everyLimit(server)).toEqual(before);
  });
});

const everyLimit = (server: TestServer) =>
  server.sql(`select purpose, per_caller, per_network, per_everyone, period from private.rate_limits
    union all select purpose, per_caller, per_network, per_everyone, period from auth.limits order by purpose`);
