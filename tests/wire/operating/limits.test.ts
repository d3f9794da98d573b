import { describe, expect, test } from '../../harness/fixtures.ts';

test('limits lists the limits of every purpose', async ({ server }) => {
  const listed = await server.command('limits');
  const [head, ...lines] = listed.trimEnd().split('\n');
  expect(head).toMatch(/^purpose +caller +network +everyone +minutes +counts$/);
  const purposes = await server.column<string>('select purpose from private.rate_limits order by purpose');
  expect(lines.map((line) => line.split(/ +/)[0])).toEqual(expect.arrayContaining(purposes));
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

  test.for<[string[], RegExp]>([
    [
      ['aplication', '--caller', '5'],
      /^There is no limit aplication\. These exist: application, [^\n]+\.\n$/,
    ],
    [['application', '--caller', '100001'], /^The limit of an address is 1 to 100,000\.\n$/],
    [['application', '--caller', '101'], /^The limit of a network is at least that of an address and/],
    [['application', '--network', '9'], /^The limit of a network is at least that of an address and/],
    [['opening', '--network', '201'], /^The limit of all callers is at least five times that of a network/],
    [['opening', '--everyone', '499'], /^The limit of all callers is at least five times that of a network/],
    [['page', '--minutes', '1441'], /^The period is 1 minute to 1 day/],
  ])('%j is refused in one sentence', async ([args, sentence], { server }) => {
    const before = await server.sql('select * from private.rate_limits order by purpose');
    await expect(server.command('limits', 'set', ...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
    expect(await server.sql('select * from private.rate_limits order by purpose')).toEqual(before);
  });
});
