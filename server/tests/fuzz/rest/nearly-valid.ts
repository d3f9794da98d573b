import * as fc from 'fast-check';
import { manyOfOne, wide } from './wide-requests.ts';
import { inGroups } from './grouped-requests.ts';
import { column, operators, word } from './words.ts';

/** Tables with their columns and relations, the parts of nearly valid requests. */
const shapes: Readonly<Record<string, readonly [columns: readonly string[], embeds: readonly string[]]>> = {
  clients: [
    ['id', 'name', 'address', 'initial'],
    ['projects', 'newest_project', 'big_projects', 'active_projects'],
  ],
  projects: [
    ['id', 'name', 'budget', 'tags', 'period', 'meta', 'mood', 'active', 'started', 'story'],
    ['clients', 'tasks', 'project_details', 'readings'],
  ],
  tasks: [
    ['id', 'name', 'project_id', 'shout'],
    ['projects', 'people', 'assignments'],
  ],
  people: [
    ['id', 'name'],
    ['tasks', 'messages!messages_sender_fkey', 'letters', 'letters_twice!reader', 'own_letters'],
  ],
  letters: [['id', 'word', 'person_id'], ['people']],
  letters_twice: [
    ['id', 'word', 'reader'],
    ['people!writer', 'reader'],
  ],
  own_letters: [['id', 'word', 'owner'], ['people']],
  own_letters_twice: [
    ['id', 'word', 'writer'],
    ['people!reader', 'writer'],
  ],
  folders: [
    ['id', 'name'],
    ['folders', 'parent_id'],
  ],
  places: [
    ['id', 'name', 'within'],
    ['trips', 'places', 'within', 'places_view', 'trips_twice', 'trips_twice!origin'],
  ],
  places_view: [
    ['id', 'name', 'within'],
    ['places', 'places_view', 'places_view!within', 'trips'],
  ],
  trips_twice: [
    ['id', 'start', 'origin'],
    ['places', 'places!origin', 'start', 'places_view!start'],
  ],
  trips_thrice: [
    ['id', 'again'],
    ['places!again', 'places!nope'],
  ],
  compound_children_twice: [
    ['id', 'a', 'b', 'c'],
    ['compound', 'compound!a', 'compound_view'],
  ],
  outer_people: [
    ['id', 'name'],
    ['tasks', 'messages'],
  ],
  partly: [['id', 'open', 'closed'], []],
  owned: [['id', 'owner', 'note'], []],
  secrets: [['id', 'word'], []],
  readings: [['id', 'at', 'value'], ['projects']],
  'rpc/all_projects': [['id', 'name', 'budget'], ['clients']],
  'rpc/client?wanted=1': [['id', 'name'], ['projects']],
  'rpc/records': [['column1', 'column2'], ['projects']],
  'rpc/pairs?up_to=3': [['number', 'label'], []],
};

/** A request without a fault, but for what `spice` puts in the place of a value, a column or a whole parameter. */
export const nearlyValid: fc.Arbitrary<readonly [target: string, query: string]> = fc
  .constantFrom(...Object.entries(shapes))
  .chain(([target, [own, embeds]]) => {
    const known = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...own) },
      { weight: 1, arbitrary: column },
    );
    const embedded = embeds.length > 0 ? fc.constantFrom(...embeds) : known;
    const aimed = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '1',
          '2',
          '{1,2}',
          '(1,2)',
          'A*',
          'true',
          'null',
          '{red}',
          '{"n":1}',
          '[2025-01-01,2026-01-01)',
          '2025-05-05',
        ),
      },
      { weight: 1, arbitrary: word },
    );
    const one = fc.tuple(known, fc.constantFrom(...operators), aimed).map((parts) => parts.join('.'));
    const part = fc.oneof(
      fc
        .array(known, { minLength: 1, maxLength: 3 })
        .chain((list) =>
          fc
            .option(embedded)
            .map((name) => ['select', name === null ? list.join(',') : `${list.join(',')},${name}(*)`]),
        ),
      fc.constantFrom('*,count()', 'id.sum()', 'id::text', 'a:id,b:id').map((select) => ['select', select]),
      fc
        .tuple(known, fc.constantFrom(...operators), aimed)
        .map(([name, operator, text]) => [name, `${operator}.${text}`]),
      fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => ['or', `(${list.join(',')})`]),
      fc
        .tuple(known, fc.constantFrom('', '.desc', '.asc.nullslast'))
        .map(([name, way]) => ['order', name + way]),
      fc.constantFrom('0', '1', '3', '1000000').map((count) => ['limit', count]),
      fc.constantFrom('0', '1', '7').map((count) => ['offset', count]),
      wide(known, embedded),
      inGroups(known, embedded),
    );
    const parts = manyOfOne(fc.array(part, { maxLength: 3 })).map((list) => {
      const [path = '', given = ''] = target.split('?');
      const query = list.map(
        ([name = '', text = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
      );
      return [path, [given, ...query].filter((each) => each !== '').join('&')] as const;
    });
    return parts;
  });
