import { describe, expect, test } from 'vitest';
import type { RestError } from '../errors.ts';
import { bounds } from './bounds.ts';
import { parseAccept } from './media.ts';
import { parsePayload } from './payload.ts';
import { parsePreferences } from './preferences.ts';
import { parseQuery } from './query.ts';

const many = (count: number, text: (place: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, place) => text(place)).join(separator);

const query = (text: string) => () => parseQuery(text, false);
const body = (text: string, type?: string) => () => parsePayload(Buffer.from(text), type, null, false);

/** For each bound a request that names `count` of it. */
const requests: Readonly<Record<string, readonly [most: number, (count: number) => () => unknown]>> = {
  parameters: [bounds.parameters, (count) => query(many(count, () => 'apikey=x', '&'))],
  'selected items': [
    bounds['selected items'],
    (count) => query(`select=${many(count, (place) => `a${place}`)}`),
  ],
  'selected items of all levels together': [
    bounds['selected items'],
    (count) => query(`select=r(${many(100, () => 'a')}),${many(count - 101, () => 'b')}`),
  ],
  'embedded resources': [
    bounds['embedded resources'],
    (count) => query(`select=${many(count, () => 'r()')}`),
  ],
  'conditions as filters': [bounds.conditions, (count) => query(many(count, () => 'a=eq.1', '&'))],
  'conditions of trees': [bounds.conditions, (count) => query(`or=(${many(count, () => 'a.eq.1')})`)],
  'conditions of filters and trees together': [
    bounds.conditions,
    (count) => query(`${many(100, () => 'a=eq.1', '&')}&or=(${many(count - 100, () => 'a.eq.1')})`),
  ],
  'listed values': [bounds['listed values'], (count) => query(`a=in.(${many(count, () => '1')})`)],
  'listed values of all lists together': [
    bounds['listed values'],
    (count) => query(`a=in.(${many(1000, () => '1')})&b=in.(${many(count - 1000, () => '1')})`),
  ],
  'sort keys': [bounds['sort keys'], (count) => query(`order=${many(count, () => 'a')}`)],
  'sort keys of all levels together': [
    bounds['sort keys'],
    (count) => query(`order=${many(25, () => 'a')}&r.order=${many(count - 25, () => 'a')}`),
  ],
  'steps into JSON': [
    bounds.steps,
    (count) => query(`select=${many(count / 50, () => `a${'->b'.repeat(50)}`)}`),
  ],
  'steps to embedded resources': [
    bounds.steps,
    (count) => query(many(count / 5, () => 'a.b.c.d.e.f=eq.1', '&')),
  ],
  columns: [bounds.columns, (count) => query(`columns=${many(count, () => 'a')}`)],
  'columns of a conflict': [bounds.columns, (count) => query(`on_conflict=${many(count, () => 'a')}`)],
  'keys of an object': [bounds.keys, (count) => body(`{${many(count, (place) => `"k${place}":1`)}}`)],
  'keys of an object in a list': [
    bounds.keys,
    (count) => body(`[{${many(count, (place) => `"k${place}":1`)}}]`),
  ],
  'columns of CSV': [
    bounds.keys,
    (count) => body(`${many(count, (place) => `k${place}`)}\n${many(count, () => '1')}`, 'text/csv'),
  ],
  'keys of a form': [
    bounds.keys,
    (count) =>
      body(
        many(count, (place) => `k${place}=1`, '&'),
        'application/x-www-form-urlencoded',
      ),
  ],
  preferences: [bounds.preferences, (count) => () => parsePreferences(many(count, () => 'a=b'))],
  'media types': [bounds['media types'], (count) => () => parseAccept(many(count, () => 'a/b'))],
  'parameters of a media type': [
    bounds['media types'],
    (count) => () => parseAccept(many(count, () => 'a', ';')),
  ],
  'levels of a tree': [
    50,
    (count) => query(`and=${'(and'.repeat(count - 1)}(a.eq.1)${')'.repeat(count - 1)}`),
  ],
  'levels of embeds': [50, (count) => query(`select=${'r('.repeat(count)}a${')'.repeat(count)}`)],
  'steps of one path into JSON': [50, (count) => query(`select=a${'->b'.repeat(count)}`)],
};

describe('the limits of a request', () => {
  test.each(Object.entries(requests))('%s', (name, [most, naming]) => {
    expect(naming(most)).not.toThrow();
    // Steps are named five or fifty at a time.
    const more = name === 'steps into JSON' ? 50 : name === 'steps to embedded resources' ? 5 : 1;
    const words = `expecting at most ${most} `;
    expect(naming(most + more)).toThrow(
      expect.toSatisfy(({ body }: RestError) => `${body.message} ${body.details} `.includes(words)),
    );
  });
});
