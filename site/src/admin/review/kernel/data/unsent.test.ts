import { expect, it } from 'vitest';
import type { ApplicationDetail } from './shapes/application.ts';
import { sending, settle, withUnsent } from './unsent.ts';

const loaded = { tags: [] } as unknown as ApplicationDetail;
const pressing = (what: string) => (shown: ApplicationDetail) =>
  ({
    ...shown,
    tags: [...(shown as unknown as { tags: string[] }).tags, what],
  }) as unknown as ApplicationDetail;

it('applies pending changes to loaded data, in order, until all of them are answered', () => {
  sending('one', pressing('first'));
  sending('one', pressing('second'));
  expect(withUnsent('one', loaded)).toEqual({ tags: ['first', 'second'] });
  expect(withUnsent('other', loaded)).toBe(loaded);
  settle('one');
  expect(withUnsent('one', loaded)).toEqual({ tags: ['first', 'second'] });
  settle('one');
  expect(withUnsent('one', loaded)).toBe(loaded);
});
