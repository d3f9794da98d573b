import { type Ask, describe, expect, it } from './fixtures.ts';

describe('a column whose cast changes its output is refused by name', () => {
  it.for<readonly [title: string, path: string, ask: Ask]>([
    ['read with all others', '/paints', {}],
    ['read by its name', '/paints?select=id,shade', {}],
    ['filtered by', '/paints?select=id&shade=eq.1', {}],
    ['ordered by', '/paints?select=id&order=shade', {}],
    ['written', '/paints?select=id', { body: { id: 1, shade: 255 } }],
    ['changed', '/paints?select=id&id=eq.1', { method: 'PATCH', body: { shade: 255 } }],
  ])('%s', async ([_title, path, request], { lab }) => {
    const { status, body } = await lab.ask(path, request);
    expect([status, body]).toEqual([400, representation]);
  });

  it('while the others can be read, written and counted', async ({ lab }) => {
    const headers = { prefer: 'return=representation, tx=rollback' };
    const written = await lab.ask('/paints?select=id', { body: { id: 1 }, headers });
    expect([written.status, written.body]).toEqual([201, [{ id: 1 }]]);
    expect((await lab.ask('/paints?select=count()')).body).toEqual([{ count: 0 }]);
  });
});

it('a function of a custom media type is refused by name', async ({ lab }) => {
  const { status, body } = await lab.ask('/rpc/page');
  expect([status, body.code, body.details]).toEqual([
    400,
    'PGRST127',
    'Custom media types are not implemented: text/html',
  ]);
});

const representation = {
  code: 'PGRST127',
  message: 'Feature not implemented',
  details: 'Domain representations are not implemented: shade has the type lab.shade',
  hint: null,
};
