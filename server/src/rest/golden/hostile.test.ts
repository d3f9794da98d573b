import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import type { Prepared } from '../sql/statement.ts';
import { goldenTest } from './golden.ts';
import { type Ask, prepareScenario } from './scenario.ts';

const DROP = "';drop table lab.tasks;--";
const encoded = encodeURIComponent(DROP);

goldenTest('hostile', {
  'in a value': `GET /tasks?name=eq.${encoded}`,
  'in a pattern, a list, an array': `GET /tasks?name=like.${encoded}&name=in.("${encoded}")&name=eq(any).{${encoded}}`,
  'in a tree': `GET /tasks?or=(name.eq."${encoded}",name.in.("${encoded}"))`,
  'in a step into JSON': `GET /projects?select=meta->>"${encoded}"&meta->"${encoded}"=eq.1`,
  'in the order by a step into JSON': `GET /projects?order=meta->>"${encoded}"`,
  'in the name of a column': `GET /tasks?select="${encoded}"`,
  'in an alias': `GET /tasks?select="${encoded}":name`,
  'in an alias with double quotes': 'GET /tasks?select="%5C"%20from%20x;--":name',
  'in the alias of an embed': `GET /projects?select="${encoded}":clients("${encoded}":name)`,
  'in a cast': `GET /tasks?select=name::text);drop%20table%20x`,
  'in the language of a text search': 'GET /tasks?name=fts(english%27).x',
  'in a language that is one word': 'GET /tasks?name=fts(drop table).x',
  'in the name of a relation': `GET /${encoded}`,
  'in the name of a function': `GET /rpc/${encoded}`,
  'in the name of an argument': `GET /rpc/greet?${encoded}=1`,
  'in an argument': `GET /rpc/greet?name=${encoded}`,
  'in a hint': `GET /messages?select=people!"${encoded}"(*)`,
  'in a limit': 'GET /tasks?limit=1;drop',
  'in the keys of a body': { ask: 'POST /tasks', body: { [DROP]: 1 } },
  'in a body': { ask: 'POST /tasks', body: { name: DROP } },
  'in the columns': `POST /tasks?columns="${encoded}"`,
  'in on_conflict': {
    ask: `POST /tasks?on_conflict="${encoded}"`,
    prefer: 'resolution=merge-duplicates',
    body: { name: 'A' },
  },
  'in a time zone': { ask: 'GET /keyless', prefer: `timezone=${DROP}` },
  'in the options of a plan': {
    ask: 'GET /keyless',
    headers: { accept: 'application/vnd.pgrst.plan; options=analyze) select 1;--' },
  },
  'in a profile': { ask: 'GET /tasks', headers: { 'accept-profile': DROP } },
  'a null character': 'GET /tasks?name=eq.a%00b',
  'a null character in a name': 'GET /tasks?na%00me=eq.a',
  'invalid UTF-8': 'GET /tasks?name=eq.%ff',
  'a percent alone': 'GET /tasks?name=eq.50%',
  'properties that every object has': { ask: 'POST /tasks', body: '{"__proto__": 1}' },
});

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
