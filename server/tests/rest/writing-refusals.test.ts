import { before, forgetWritten, names } from './people.ts';
import { type Ask, describe, expect, it } from './fixtures.ts';

it.beforeEach(({ lab }) => forgetWritten(lab));

describe('contradictory requests', () => {
  it.for<readonly [title: string, path: string, ask: Ask, status: number, code: string]>([
    ['a wrong type', '/people', { body: { id: 'nine', name: 'x' } }, 400, '22P02'],
    ['a null byte', '/people', { body: { id: 9, name: 'a\0b' } }, 400, '22P05'],
    ['a generated column', '/tasks', { body: { shout: 'X' } }, 400, '428C9'],
    ['a key that exists', '/people', { body: { id: 1, name: 'x' } }, 409, '23505'],
    ['a key that does not exist', '/tasks', { body: { project_id: 77 } }, 409, '23503'],
    ['a broken check', '/projects', { body: { id: 70, name: 'x', done: 101 } }, 400, '23514'],
    ['a view of sums', '/task_counts', { body: { tasks: 1 } }, 400, '55000'],
    ['put of another row', '/people?id=eq.1', { method: 'PUT', body: { id: 2, name: 'x' } }, 400, 'PGRST115'],
    [
      'put of several rows',
      '/people?id=eq.1',
      {
        method: 'PUT',
        body: [
          { id: 1, name: 'x' },
          { id: 2, name: 'y' },
        ],
      },
      400,
      'PGRST115',
    ],
    ['put of no row', '/people?id=eq.1', { method: 'PUT', body: [] }, 400, 'PGRST115'],
  ])('%s is refused', async ([_title, path, request, status, code], { lab }) => {
    const reply = await lab.ask(path, request);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
    expect(Object.keys(reply.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
    expect(await names(lab)).toEqual(before);
  });
});
