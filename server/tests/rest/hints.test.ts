import { type Ask, describe, expect, it } from './fixtures.ts';

describe('an unknown name gets the most similar name as a hint', () => {
  it.for<readonly [path: string, hint: string | null, ask: Ask]>([
    ['/peple', "Perhaps you meant the table 'lab.people'", {}],
    ['/project', "Perhaps you meant the table 'lab.projects'", {}],
    ['/PEOPLE', "Perhaps you meant the table 'lab.people'", {}],
    ['/task_cuonts', "Perhaps you meant the table 'lab.task_counts'", {}],
    ['/xyzzy', null, {}],
    [`/${'projects'.repeat(100)}`, null, {}],
    ['/clients?select=projets(id)', "Perhaps you meant 'projects' instead of 'projets'.", {}],
    ['/clients?select=xyzzy(id)', null, {}],
    ['/clients?select=projects!nope(id)', null, {}],
    ['/imports?select=projects(id)', null, {}],
    ['/rpc/gree', 'Perhaps you meant to call the function lab.greet', { body: {} }],
    ['/rpc/ad', null, { body: {} }],
    ['/cli', null, {}],
    ['/rpc/add', 'Perhaps you meant to call the function lab.add(a, b)', { body: { a: 1, x: 2 } }],
    ['/rpc/greet', 'Perhaps you meant to call the function lab.greet(name)', { body: { nam: 'x' } }],
    [
      '/rpc/greet',
      'Perhaps you meant to call the function lab.greet(name, times)',
      { body: { nam: 'x', times: 1 } },
    ],
    ['/rpc/add', null, { body: { zzz: 1 } }],
    ['/rpc/half_named', null, { body: { zzz: 1 } }],
    ['/rpc/echo_tex', null, { body: 'x', headers: { 'content-type': 'text/plain' } }],
    ['/people', null, { body: { nam: 'x' } }],
  ])('%s: %s', async ([path, hint, request], { lab }) => {
    const { body } = await lab.ask(path, request);
    expect(body).toMatchObject({ code: expect.stringMatching(/^PGRST20[0245]$/), hint });
  });

  it('a relation without relationships gets a similar one that has some', async ({ lab }) => {
    const { body } = await lab.ask('/paints?select=projects(id)');
    expect(body).toMatchObject({
      code: 'PGRST200',
      hint: "Perhaps you meant 'clients' instead of 'paints'.",
    });
  });
});

describe('hints name the searched text', () => {
  it.for<readonly [title: string, path: string, ask: Ask, message: string, searched: string]>([
    ['one argument', '/rpc/nope?a=1', {}, 'lab.nope(a)', 'lab.nope with parameter a'],
    [
      'arguments, sorted, and the whole body',
      '/rpc/nope',
      { body: { b: 1, a: 2 } },
      'lab.nope(a, b)',
      'lab.nope with parameters a, b or with a single unnamed json/jsonb parameter',
    ],
    ['no argument', '/rpc/nope', {}, 'lab.nope without parameters', 'lab.nope without parameters'],
    [
      'a body that is one argument',
      '/rpc/nope',
      { body: 'x', headers: { 'content-type': 'application/octet-stream' } },
      'lab.nope',
      'lab.nope with a single unnamed bytea parameter',
    ],
    [
      'CSV, which is no argument as a whole',
      '/rpc/echo_json',
      { body: 'a,b\n1,2', headers: { 'content-type': 'text/csv' } },
      'lab.echo_json(a, b)',
      'lab.echo_json with parameters a, b',
    ],
    [
      'a form',
      '/rpc/nope',
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'lab.nope(a)',
      'lab.nope with parameter a',
    ],
  ])('%s', async ([_title, path, request, message, searched], { lab }) => {
    const { status, body } = await lab.ask(path, request);
    expect([status, body.code, body.message, body.details]).toEqual([
      404,
      'PGRST202',
      `Could not find the function ${message} in the schema cache`,
      `Searched for the function ${searched}, but no matches were found in the schema cache.`,
    ]);
  });

  it('the hint of an embed that matches nothing', async ({ lab }) => {
    const { body } = await lab.ask('/clients?select=projects!nope(id)');
    expect(body.details).toBe(
      "Searched for a foreign key relationship between 'clients' and 'projects' using the hint 'nope' in the schema 'lab', but no matches were found.",
    );
  });
});
