import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from '../../src/rest/errors.ts';
import type { Prepared } from '../../src/rest/sql/statement.ts';
import { type Ask, prepareScenario } from './scenario.ts';

const DROP = "';drop table lab.tasks;--";

/** Within double quotes of the grammar. */
const inQuotes = (text: string) => encodeURIComponent(`"${text.replace(/[\\"]/g, '\\$&')}"`);

/** Requests with a text in each place that takes one. */
const places: Readonly<Record<string, (text: string) => Ask>> = {
  'a filter': (text) => `GET /tasks?name=eq.${encodeURIComponent(text)}`,
  'a pattern': (text) => `GET /tasks?name=ilike.${encodeURIComponent(text)}`,
  'a quantified filter': (text) => `GET /tasks?name=eq(any).${encodeURIComponent(text)}`,
  'a text search': (text) => `GET /tasks?name=wfts.${encodeURIComponent(text)}`,
  'a list': (text) => `GET /tasks?name=in.(${inQuotes(text)})`,
  'a tree': (text) => `GET /tasks?or=(name.eq.${inQuotes(text)},name.not.in.(${inQuotes(text)}))`,
  'a step into JSON': (text) => `GET /projects?meta->${inQuotes(text)}=eq.1&order=meta->>${inQuotes(text)}`,
  'an alias': (text) => `GET /tasks?select=${inQuotes(text)}:name`,
  'the alias of an embed': (text) => `GET /clients?select=${inQuotes(text)}:projects(${inQuotes(text)}:id)`,
  'an argument': (text) => `GET /rpc/greet?name=${encodeURIComponent(text)}`,
  'a body': (text) => ({ ask: 'POST /tasks', body: { name: text } }),
  'a body of text': (text) => ({
    ask: 'POST /rpc/echo_text',
    headers: { 'content-type': 'text/plain' },
    body: text,
  }),
};

test.each(Object.entries(places))('no text in %s changes the SQL', async (_place, request) => {
  const statement = async (text: string) => {
    const { outcome } = await prepareScenario(request(text));
    expect(outcome).not.toBeInstanceOf(RestError);
    return (outcome as Prepared).main.text.replaceAll(`"${text.replaceAll('"', '""')}"`, '"§"');
  };
  const plain = await statement('§');
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      DROP,
      '"',
      '""',
      "''",
      '\\',
      '\\"',
      '$1',
      '$$',
      '--',
      '/*',
      ');',
      "E'\\'",
      '"; select 1; --',
    ),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      // A unique first character distinguishes the text from names of the schema.
      expect(await statement(`§${text.replaceAll('\0', '')}`)).toBe(plain);
    }),
    { numRuns: 50 },
  );
});
