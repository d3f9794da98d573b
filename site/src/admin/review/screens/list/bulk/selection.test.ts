import { describe, expect, it } from 'vitest';
import { describeSelection } from './describe-selection.ts';
import { serverNow } from '#supabase/clock.ts';
import { SelectedIds, stillSelected, targetOf } from './selection.ts';

const page = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const some = (...ids: string[]) => new SelectedIds(new Set(ids), false);
const idsOf = ({ ids, isAll }: SelectedIds) => ({ ids: [...ids], isAll });

it('names for a change some, or all that match and have arrived', () => {
  expect(targetOf(some('a', 'z'), { tag: 'coast' })).toEqual({ ids: ['a', 'z'] });
  const before = serverNow();
  const { filter } = targetOf(SelectedIds.all, { tag: 'coast' }) as {
    filter: { tag: string; until: string };
  };
  expect(filter.tag).toBe('coast');
  expect(Date.parse(filter.until)).toBeGreaterThanOrEqual(Math.floor(before));
  expect(Date.parse(filter.until)).toBeLessThanOrEqual(serverNow());
});

describe('a selection', () => {
  it.each([
    ['nothing, one more', SelectedIds.none, 'a', ['a']],
    ['one, another', some('a'), 'b', ['a', 'b']],
    ['two, one less', some('a', 'b'), 'a', ['b']],
    ['one of another page, kept', some('z'), 'a', ['z', 'a']],
    ['all that match, but this one of the page', SelectedIds.all, 'b', ['a', 'c']],
  ])('of %s', (_title, selected, id, ids) => {
    expect(idsOf(selected.toggled(id, page))).toEqual({ ids, isAll: false });
  });

  const order = ['z', 'a', 'b', 'c', 'd', 'e'];
  const extend = (selected: SelectedIds, ...ids: string[]) =>
    ids.reduce((before, id) => before.extended(id, order), selected);
  const ticked = (id: string, before = SelectedIds.none) => before.toggled(id, page);

  it.each([
    ['down', extend(ticked('b'), 'd'), ['b', 'c', 'd']],
    ['up, over rows of an earlier page', extend(ticked('b'), 'z'), ['b', 'z', 'a']],
    ['again, which replaces the first extension', extend(ticked('b'), 'e', 'c'), ['b', 'c']],
    ['to the other side of the last ticked row', extend(ticked('c'), 'e', 'b'), ['c', 'b']],
    ['and keeps what was ticked before', extend(ticked('d', ticked('z')), 'e'), ['z', 'd', 'e']],
    ['and keeps a row that was ticked inside', extend(ticked('b', ticked('c')), 'd', 'b'), ['c', 'b']],
    ['without a ticked row', extend(SelectedIds.none, 'c', 'd'), ['c', 'd']],
    ['after the last ticked row was deselected', extend(ticked('b', ticked('b')), 'd'), ['d']],
    ['from a row that is not loaded any more', extend(ticked('x'), 'c'), ['x', 'c']],
    ['from the current row', SelectedIds.none.extended('c', order, 'b'), ['b', 'c']],
  ])('extends %s', (_title, selected, ids) => {
    expect(idsOf(selected)).toEqual({ ids, isAll: false });
  });

  it('stays all that match when extended', () => {
    expect(SelectedIds.all.extended('b', order)).toBe(SelectedIds.all);
  });

  it.each([
    [SelectedIds.none, true],
    [some('a'), false],
    [SelectedIds.all, false],
    [some('a').toggled('a', page), true],
  ])('is empty or not', (selected, isEmpty) => {
    expect(selected.isEmpty).toBe(isEmpty);
  });

  it.each([
    ['none', SelectedIds.none, [], false],
    ['some, also of other pages', some('a', 'z'), ['a'], false],
    ['every one of the page', some('a', 'b', 'c', 'z'), ['a', 'b', 'c'], true],
    ['all that match', SelectedIds.all, ['a', 'b', 'c'], true],
  ])('has of a page: %s', (_title, selected, had, hasAll) => {
    expect(page.map(({ id }) => id).filter((id) => selected.has(id))).toEqual(had);
    expect(selected.hasAll(page)).toBe(hasAll);
  });

  it.each([
    ['nothing, the page more', SelectedIds.none, true, ['a', 'b', 'c']],
    ['one of another page, the page more', some('z', 'b'), true, ['z', 'b', 'a', 'c']],
    ['one of another page, the page less', some('z', 'b'), false, ['z']],
    ['all that match, the page less', SelectedIds.all, false, []],
  ])('of %s', (_title, selected, isSelected, ids) => {
    expect(idsOf(selected.withPage(page, isSelected))).toEqual({ ids, isAll: false });
  });

  it.each([
    ['3 selected', 3, 2, false, some('a', 'y', 'z'), { count: 5, isOver: false }],
    ['All 1,000 selected', 1000, 0, false, SelectedIds.all, { count: 1000, isOver: false }],
    ['All 5,000 selected', 5_000, 0, false, SelectedIds.all, { count: 5_000, isOver: false }],
    ['All 5,001 selected', 5_001, 0, true, SelectedIds.all, { count: 5_001, isOver: false }],
    [
      'All that match selected, over 10,000',
      10_000,
      0,
      true,
      SelectedIds.all,
      { count: 10_000, isOver: true },
    ],
    ['All 0 selected', 0, 0, false, SelectedIds.all, undefined],
  ])(
    'is described as “%s”, %i with %i on other pages, too many: %s',
    (summary, count, hidden, isTooMany, selected, total) => {
      expect(describeSelection(selected, page, total)).toEqual({ summary, count, hidden, isTooMany });
    },
  );

  it.each([
    ['all that match, under the same filter', SelectedIds.all, 'x', true],
    ['all that match, under another filter', SelectedIds.all, 'y', false],
    ['some, under another filter', some('a'), 'y', true],
  ])('stays or ends: %s', (_title, selected, filter, stays) => {
    expect(stillSelected({ selected, of: 'x' }, filter)).toBe(stays ? selected : SelectedIds.none);
  });
});
