import { expect, test } from 'vitest';
import { afterSave, type Draft, type Edit, draftOf, edited } from './drafts.ts';

const anchors = ['None', 'Weak', 'Solid', 'Strong', 'Outstanding'];
const scoring = {
  version: 3,
  hides_others_until_scored: false,
  criteria: [
    { key: 'craft', label: 'Craft', anchors, is_retired: false },
    { key: 'drive', label: 'Drive', anchors, is_retired: false },
    { key: 'taste', label: 'Taste', anchors, is_retired: true },
  ],
};
const draft = draftOf(scoring);
const labels = ({ active, retired }: Draft) => [
  active.map(({ label }) => label).join(' '),
  retired.map(({ label }) => label).join(' '),
];

test.each<[string, Edit, [string, string]]>([
  ['moves up', { kind: 'move', id: 'drive', by: -1 }, ['Drive Craft', 'Taste']],
  ['moves down', { kind: 'move', id: 'craft', by: 1 }, ['Drive Craft', 'Taste']],
  ['does not move above the first', { kind: 'move', id: 'craft', by: -1 }, ['Craft Drive', 'Taste']],
  ['does not move below the last', { kind: 'move', id: 'drive', by: 1 }, ['Craft Drive', 'Taste']],
  ['is retired', { kind: 'retire', id: 'craft' }, ['Drive', 'Taste Craft']],
  ['is restored', { kind: 'restore', id: 'taste' }, ['Craft Drive Taste', '']],
  ['is named', { kind: 'text', id: 'craft', label: 'Make' }, ['Make Drive', 'Taste']],
  ['is added without a name', { kind: 'add', id: 'new', anchors }, ['Craft Drive ', 'Taste']],
  ['that is not there changes nothing', { kind: 'retire', id: 'x' }, ['Craft Drive', 'Taste']],
])('a criterion %s', (_title, edit, expected) => {
  expect(labels(edited(draft, edit))).toEqual(expected);
});

test('renaming a step keeps the name and the other criteria', () => {
  const { active } = edited(draft, { kind: 'text', id: 'craft', anchors: anchors.with(4, 'Teaches us') });
  expect(active[0]).toMatchObject({ label: 'Craft', anchors: [...anchors.slice(0, 4), 'Teaches us'] });
  expect(active[1]?.anchors).toEqual(anchors);
});

test('keeps one criterion at least and eight at most, and drops a new one that is retired', () => {
  const one = edited(draft, { kind: 'retire', id: 'craft' });
  expect(edited(one, { kind: 'retire', id: 'drive' })).toBe(one);
  const many = Array.from({ length: 9 }).reduce<Draft>(
    (so, _, place) => edited(so, { kind: 'add', id: `new ${place}`, anchors }),
    draft,
  );
  expect(many.active).toHaveLength(8);
  expect(edited(many, { kind: 'restore', id: 'taste' })).toEqual(many);
  expect(edited(many, { kind: 'retire', id: 'new 0' }).retired.map(({ id }) => id)).toEqual(['taste']);
});

test('edits made while a draft is saved stay, also those of a criterion that got its key meanwhile', () => {
  const sent = edited(draft, { kind: 'add', id: 'new', anchors });
  const saved = {
    ...sent,
    active: sent.active.map((one) => (one.id === 'new' ? { ...one, id: 'pace', key: 'pace' } : one)),
  };
  const edits: Edit[] = [
    { kind: 'text', id: 'new', label: 'Pace' },
    { kind: 'move', id: 'new', by: -1 },
    { kind: 'retire', id: 'craft' },
    { kind: 'add', id: 'later', anchors },
  ];
  const after = afterSave(edits.reduce(edited, sent), sent, saved);
  expect(afterSave(sent, sent, saved)).toEqual(saved);
  expect(labels(after)).toEqual(['Pace Drive ', 'Taste Craft']);
  expect(after.active.map(({ key }) => key)).toEqual(['pace', 'drive', null]);
  expect(after.active[0]?.id).toBe('pace');
  const retired = afterSave(edited(sent, { kind: 'retire', id: 'new' }), sent, saved);
  expect(retired.retired.map(({ key }) => key)).toEqual(['taste', 'pace']);
});

test('after a save, what was not edited in the meantime has the form in which it was saved', () => {
  const typed = edited(draft, {
    kind: 'text',
    id: 'craft',
    label: 'Craft ',
    anchors: anchors.with(0, ' None'),
  });
  const edits: Edit[] = [
    { kind: 'text', id: 'craft', anchors: typed.active[0]!.anchors.with(4, 'Teaches us') },
    { kind: 'text', id: 'drive', label: 'Pull' },
    { kind: 'retire', id: 'drive' },
  ];
  const after = afterSave(edits.reduce(edited, typed), typed, draft);
  expect(after.active[0]).toMatchObject({ label: 'Craft', anchors: anchors.with(4, 'Teaches us') });
  expect(labels(after)).toEqual(['Craft', 'Taste Pull']);
  const back: Edit[] = [
    { kind: 'hide', hides: !draft.hides },
    { kind: 'hide', hides: draft.hides },
  ];
  expect(afterSave(back.reduce(edited, typed), typed, draft)).toEqual(draft);
});
