import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStatuses, promises } from '@solostead/contract/statuses';
import { dues, sorts } from './filter.ts';
import { filterNames } from './params.ts';
import { hrefOf, readRoute, readStored, savedQuery, storeView, viewQuery } from './search.ts';
import { columns, firstView, mineOf, toRead } from './view.ts';

const ID = '0c6ef4d2-95a6-4c33-8a4e-7d1a3e2c9f10';
const full = {
  ...firstView,
  screen: 'board' as const,
  filter: {
    search: 'amber & co',
    status: ['submitted', 'in_review'] as const,
    confirmed: false,
    from: '2026-01-02',
    assignee: 'none',
    tag: 'follow up',
    archived: true,
    promise: 'to_notify' as const,
  },
  sort: 'name' as const,
  descending: false,
  columns: ['sectors', 'rating'] as const,
  after: ['amber~tilde', ID] as const,
  open: ID,
};

describe('the view in the address', () => {
  it.each([
    ['everything at once', full],
    ['all', firstView],
    ['the applications to read', toRead],
    ['the applications to read, one of them open', { ...toRead, open: ID }],
    ['mine', mineOf(ID)],
    ['settings', { ...firstView, screen: 'settings' as const, section: 'terms' as const }],
  ])('is read back unchanged: %s', (_title, view) => {
    expect(readRoute(viewQuery(view))).toEqual({ place: 'review', view, unknownParams: [] });
    expect(readStored(storeView(view))).toEqual({
      ...view,
      filter: { ...view.filter, search: undefined },
      after: null,
      open: null,
    });
  });

  it('shows applications to read by default, and all of them by name', () => {
    expect([hrefOf(toRead), hrefOf(firstView)]).toEqual(['/admin', '/admin?view=all']);
    expect(readRoute('?view=all').view).toEqual(firstView);
    expect(readRoute(`?open=${ID}`).view).toEqual({ ...firstView, open: ID });
  });

  it.each([
    ['to read, waiting for an answer without an assignee', toRead, '?assignee=none&due=waiting&sort=due'],
    ['of a member, undecided', mineOf(ID), `?status=${openStatuses.join(',')}&assignee=${ID}&sort=created`],
  ])('spells the view of applications %s, the longest waiting first', (_title, view, query) => {
    expect(decodeURIComponent(savedQuery(view))).toBe(query);
  });

  it.each(['account', 'new-password'])('leads to the place %s', (place) => {
    expect(readRoute(`?view=${place}`)).toEqual({ place, view: firstView, unknownParams: [] });
  });

  it('names a section of the settings that does not exist', () => {
    const view = { ...firstView, screen: 'settings' as const };
    const unknownParams = ['section'];
    expect(readRoute('?screen=settings&section=salaries')).toEqual({ place: 'review', view, unknownParams });
  });

  it('allows the order by due date only for waiting applications', () => {
    expect(readRoute('?sort=due').view.filter).toEqual({ due: 'waiting' });
    expect(viewQuery({ ...toRead, filter: { due: 'overdue' } })).toBe('?due=overdue&sort=due');
    expect(viewQuery({ ...toRead, filter: { assignee: 'none' }, after: ['x', ID] })).toBe('?assignee=none');
  });

  it.each([
    ['?stage=new', ['stage']],
    ['?status=submitted,hired', ['status']],
    ['?confirmed=maybe&from=yesterday&open=1', ['confirmed', 'from', 'open']],
    ['?from=2026-02-30', ['from']],
    ['?sort=salary&after=nowhere', ['sort', 'after']],
    ['?view=javascript:alert(1)', ['view']],
    ['?search=%00&tag=%20', ['search', 'tag']],
    [`?search=${'x'.repeat(201)}`, ['search']],
    ['?columns=name,password', ['columns']],
    ['?__proto__=x&constructor=y', ['__proto__', 'constructor']],
  ])('names the unknown part of %s and shows all', (search, unknownParams) => {
    expect(readRoute(search)).toEqual({ place: 'review', view: firstView, unknownParams });
  });
});

it('stores views as the database accepts them', () => {
  const folder = join(import.meta.dirname, '../../../../supabase/migrations');
  const files = readdirSync(folder).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const sql = texts.findLast((text) => text.includes('function private.is_saved_view('))!;
  const stored = filterNames.filter((name) => name !== 'search' && name !== 'tag');
  for (const name of [...stored, 'screen', 'sort', 'columns']) expect(sql).toContain(`when '${name}' then`);
  for (const values of [dues, promises]) expect(sql).toContain(`in ('${values.join("', '")}')`);
  expect(sql).toContain(`^-?(${sorts.join('|')})$`);
  expect(sql).toContain(`^((${columns.join('|')})(,|$))*$`);
});
