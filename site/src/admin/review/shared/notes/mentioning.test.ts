import { describe, expect, it } from 'vitest';
import type { Person } from '../../kernel/data/shapes/people.ts';
import { actionOf, describeOffered, mentionedIn, mentionIn, offered, startedAt } from './mentioning.ts';

const person = (id: string, name: string, email = `${id}@lab.example`): Person => ({
  user_id: id,
  name,
  email,
  access: 'reviewer',
  since: '2026-11-20T12:30:00Z',
  last_sign_in_at: null,
  invited: false,
  has_second_factor: false,
});
const ada = person('a', 'Ada');
const lovelace = person('l', 'Ada Lovelace');
const grace = person('g', 'Grace Hopper');
const people = [grace, lovelace, ada];

describe('a mention that is being typed', () => {
  it.each([
    ['@', 1, { from: 0, query: '' }],
    ['Ask @Ad', 7, { from: 4, query: 'Ad' }],
    ['Ask @Ada Lo', 11, { from: 4, query: 'Ada Lo' }],
    ['(@gr', 4, { from: 1, query: 'gr' }],
    ['ada@lab', 7, null],
    ['@Ada\nthen', 9, null],
    ['nothing', 7, null],
    ['@Ada is here', 2, { from: 0, query: 'A' }],
  ])('%j at %i is %j', (text, caret, started) => {
    expect(startedAt(text, caret)).toEqual(started);
  });

  it('offers names that begin with the text first, then names with a later word that does', () => {
    expect(offered(people, 'ad')).toEqual([ada, lovelace]);
    expect(offered(people, 'HOP')).toEqual([grace]);
    expect(offered(people, 'ada l')).toEqual([lovelace]);
    expect(offered(people, 'x')).toEqual([]);
    expect(offered(people, '')).toHaveLength(3);
  });

  it('is announced with the number of all who fit, also of more than are shown', () => {
    expect([0, 1, 2, 7].map((count) => describeOffered(count))).toEqual([
      '',
      '1 person fits. Choose with the arrow keys and Enter.',
      '2 people fit. Choose with the arrow keys and Enter.',
      '7 people fit. The first 6 are shown. Choose with the arrow keys and Enter.',
    ]);
    expect(offered([...people, ...people, ...people], '')).toHaveLength(9);
  });

  it.each([
    ['ArrowDown', {}, 1],
    ['Tab', {}, 'pick'],
    ['Enter', {}, 'pick'],
    ['Tab', { shiftKey: true }, 'leave'],
    ['Enter', { shiftKey: true }, 'leave'],
    ['ArrowDown', { shiftKey: true }, null],
    ['Enter', { ctrlKey: true }, null],
    ['x', {}, null],
  ])('takes from %s with %j: %j', (key, more, action) => {
    const alone = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    expect(actionOf({ key, ...alone, ...more })).toBe(action);
  });

  it('becomes the name, followed by a space', () => {
    const started = { from: 4, query: 'lo' };
    expect(mentionIn('Ask @lo', started, 'Ada Lovelace')).toEqual({ text: 'Ask @Ada Lovelace ', caret: 18 });
    expect(mentionIn('Ask @lo, please', started, 'Ada')).toEqual({ text: 'Ask @Ada, please', caret: 8 });
  });
});

describe('the mentions in a text', () => {
  const none = new Set<string>();
  it.each(['Anne-Marie', 'a.b+c', 'Q. (QA) [x] {y} $1 ^ | * ? \\ /'])(
    '%j is found as it is written',
    (name) => {
      const members = [...people, person('m', name)];
      expect(mentionedIn(`Ask @${name}, please`, members, none)).toEqual(['m']);
      expect(mentionedIn('Worth a talk.', members, none)).toEqual([]);
    },
  );
  it.each([
    ['@Ada Lovelace', ['l']],
    ['@Ada and @Ada Lovelace, @Ada', ['a', 'l']],
    ['@Adam', []],
    ['Ada without its sign', []],
    ['mail me@Ada.example', []],
    ['@Grace Hopper.', ['g']],
  ])('%j: %j', (text, ids) => {
    expect(mentionedIn(text, people, none)).toEqual(ids);
  });

  it('of two members with the same name is the one that was picked, or both', () => {
    const twins = [ada, person('b', 'Ada')];
    expect(mentionedIn('@Ada', twins, new Set(['b']))).toEqual(['b']);
    expect(mentionedIn('@Ada', twins, none)).toEqual(['a', 'b']);
  });

  it('of two members with the same name is the one that the note mentioned before', () => {
    const before = [{ member_id: 'b', name: 'Ada' }];
    expect(mentionedIn('@Ada', [ada, person('b', 'Ada')], none, before)).toEqual(['b']);
  });
});
