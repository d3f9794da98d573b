import { type Ask, describe, expect, it } from './fixtures.ts';

// hints.golden.sql has those of the schema that unit tests know.
describe('an unknown name gets the most similar name as a hint', () => {
  it.for<readonly [path: string, hint: string | null, ask: Ask]>([
    [`/${'projects'.repeat(100)}`, null, {}],
    ['/imports?select=projects(id)', null, {}],
    ['/paints?select=projects(id)', "Perhaps you meant 'clients' instead of 'paints'.", {}],
    ['/rpc/half_named', null, { body: { zzz: 1 } }],
  ])('%s: %s', async ([path, hint, request], { lab }) => {
    const { body } = await lab.ask(path, request);
    expect(body).toMatchObject({ code: expect.stringMatching(/^PGRST20[025]$/), hint });
  });
});
