import { describe, expect, it } from 'vitest';
import { SelectedIds } from './selection.ts';

const page = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const some = (...ids: string[]) => new SelectedIds(new Set(ids), false);
const idsOf = ({ ids, isAll }: SelectedIds) => ({ ids: [...ids], isAll });

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

  it.each([
    [SelectedIds.none, true],
    [some('a'), false],
    [SelectedIds.all, false],
    [some('a').toggled('a', page), true],
  ])('is empty or not', (selected, isEmpty) => {
    expect(selected.isEmpty).toBe(isEmpty);
  });

  it.each([
    ['none', SelectedIds.none, {}],
    ['some, also of other pages', some('a', 'z'), { a: true, z: true }],
    ['all, of which the page shows its own', SelectedIds.all, { a: true, b: true, c: true }],
  ])('is shown to the table: %s', (_title, selected, record) => {
    expect(selected.recordAmong(page)).toEqual(record);
  });

  it('is read back from the table without what was let go', () => {
    expect(idsOf(SelectedIds.of({ a: true, b: false }))).toEqual({ ids: ['a'], isAll: false });
  });

  it('is never changed, only replaced', () => {
    const selected = some('a');
    selected.toggled('b', page);
    expect(idsOf(selected)).toEqual({ ids: ['a'], isAll: false });
  });
});
