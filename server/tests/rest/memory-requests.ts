import type { Ask } from './lab.ts';

/** A column under several names. */
const times = (count: number, column: string) =>
  Array.from({ length: count }, (_, index) => `a${index}:${column}`).join(',');

const nested = (levels: number, inner: string): string =>
  levels === 0 ? inner : `id,papers!parent(${nested(levels - 1, inner)})`;

const repeated = (count: number, filter: string) => Array(count).fill(filter).join('&');

/** Different filters of the same form. */
const different = (count: number, filter: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => filter(index)).join('&');

const steps = Array(9).fill('a').join('->');

const csv = { headers: { accept: 'text/csv' } };
const object = { headers: { accept: 'application/vnd.pgrst.object+json' } };
const returned = { method: 'PATCH', headers: { prefer: 'return=representation' } };
const upserted = { method: 'POST', headers: { prefer: 'return=representation,resolution=merge-duplicates' } };

/** Requests with their status, 400 for those that are refused as too large. */
export const asks: readonly (readonly [title: string, status: number, path: string, ask: Ask])[] = [
  ['a column of many rows 200 times', 400, `/papers?select=${times(200, 'body')}`, {}],
  ['the same in CSV', 400, `/papers?select=${times(200, 'body')}`, csv],
  ['all rows', 200, `/papers`, {}],
  ['as many rows as possible', 200, `/papers?select=id,${times(5, 'body')}`, {}],
  ['as many rows as possible in CSV', 200, `/papers?select=id,${times(5, 'body')}`, csv],
  [
    'as many rows as possible in lists',
    200,
    `/papers?select=papers!parent(id,${times(11, 'body')})&id=lte.1`,
    {},
  ],
  ['a list in itself', 400, `/papers?select=${nested(3, times(40, 'body'))}`, {}],
  ['lists of lists', 400, `/papers?select=${times(12, `papers!parent(${times(15, 'body')})`)}`, {}],
  ['spread lists', 400, `/papers?select=id,...papers!parent(${times(40, 'body')})&id=lte.4`, {}],
  ['a list of 40 columns', 400, `/papers?select=papers!parent(${times(40, 'body')})&id=lte.4`, {}],
  ['rows of another table', 400, `/several?select=id,${times(20, 'long_values(words)')}`, {}],
  ['spread rows', 400, `/several?select=id,...long_values(${times(100, 'words')})`, {}],
  ['a long column', 400, `/long_values?select=words`, {}],
  ['a long column 200 times', 400, `/long_values?select=${times(200, 'words')}`, {}],
  ['a long column 200 times as an object', 400, `/long_values?select=${times(200, 'words')}`, object],
  ['one name 200 times', 400, `/long_values?select=${Array(200).fill('words').join(',')}`, {}],
  ['a long column in CSV', 400, `/long_values?select=${times(200, 'words')}`, csv],
  ['escaped characters', 400, `/long_values?select=escaped`, {}],
  ['escaped characters in CSV', 200, `/long_values?select=escaped`, csv],
  ['bytes', 400, `/long_values?select=${times(200, 'bytes')}`, {}],
  ['a long document 200 times', 400, `/long_values?select=${times(200, 'document')}`, {}],
  ['a long text of JSON 200 times', 400, `/long_values?select=${times(200, 'text_document')}`, {}],
  ['a path into a long document 200 times', 400, `/long_values?select=${times(200, 'document->a')}`, {}],
  ['a text of a long document 200 times', 400, `/long_values?select=${times(200, 'document->>a')}`, {}],
  ['a path into a text of JSON 200 times', 400, `/long_values?select=${times(200, 'text_document->a')}`, {}],
  ['casts of a long column', 400, `/long_values?select=${times(200, 'words::varchar')}`, {}],
  ['a path of many steps', 400, `/documents?select=document->${Array(40).fill('a').join('->')}`, {}],
  ['a text as a list', 400, `/documents?select=${times(16, 'list::_text')}`, {}],
  ['a text as a document', 400, `/documents?select=${times(16, 'list::jsonb')}`, {}],
  ['many patterns', 400, `/long_values?select=id&${repeated(100, 'words=like.*ord*')}`, {}],
  [
    'patterns in alternatives',
    400,
    `/long_values?select=id&or=(${Array(50).fill('words.match.ord').join(',')})`,
    {},
  ],
  [
    'a list of patterns',
    400,
    `/long_values?select=id&words=like(any).{${Array(100).fill('x*').join(',')}}`,
    {},
  ],
  ['filters by a path', 400, `/documents?select=id&${repeated(50, `document->${steps}->>b=is.null`)}`, {}],
  [
    'sort keys of a path',
    400,
    `/documents?select=id&order=${Array(50).fill(`document->${steps}`).join(',')}`,
    {},
  ],
  ['casts into JSON', 400, `/long_values?select=${times(200, 'text_document::jsonb')}`, {}],
  ['a long list 200 times', 400, `/long_values?select=${times(200, 'list')}`, {}],
  ['a number of many digits 200 times', 400, `/long_values?select=${times(200, 'number')}`, {}],
  ['a document of numbers of many digits', 400, `/long_values?select=numbers`, {}],
  ['a row as a value', 400, `/mixed?select=${times(40, 'row_value')}`, {}],
  ['a list of rows with numbers of many digits', 400, `/mixed?select=row_list`, {}],
  ['a list of numbers of many digits', 400, `/mixed?select=number_list`, {}],
  ['a list of documents with such numbers', 400, `/mixed?select=document_list`, {}],
  ['such a list in CSV', 400, `/mixed?select=number_list`, csv],
  ['a computed column of many rows', 400, `/papers?select=${times(10, 'shouted')}`, {}],
  ['ordered rows', 400, `/several?select=id,long_values(words,list)&order=long_values(number)`, {}],
  ['a presence', 200, `/several?select=id,long_values()&long_values=not.is.null`, {}],
  ['aggregates', 200, `/papers?select=${times(199, 'body.max()')},parent`, {}],
  ['order by a long column', 200, `/long_values?select=id&order=words,list`, {}],
  ['a result of a function', 400, `/rpc/all_papers?select=${times(200, 'body')}`, {}],
  ['a function that returns a long text', 400, `/rpc/long_text`, {}],
  ['the expression upper of a view 40 times', 400, `/computed?select=${times(40, 'upper')}`, {}],
  ['the expression bodies of a view 40 times', 400, `/computed?select=${times(40, 'bodies')}`, {}],
  ['the expression papers of a view 40 times', 400, `/computed?select=${times(40, 'papers')}`, {}],
  ['the expression texts of a view 40 times', 400, `/computed?select=${times(40, 'texts')}`, {}],
  ['the expression whole of a view 40 times', 400, `/computed?select=${times(40, 'whole')}`, {}],
  ['the expression lists of a view 40 times', 400, `/computed?select=${times(40, 'lists')}`, {}],
  ['an expression of a view in CSV', 400, `/computed?select=${times(40, 'upper')}`, csv],
  ['different expressions of a view', 400, `/computed?select=upper,repeated,lists,bodies,papers,texts`, {}],
  ['an expression of a view once', 200, `/computed?select=bodies`, {}],
  ['a path into an expression', 200, `/computed?select=${times(40, 'bodies->>0')}`, {}],
  [
    'filters by an expression',
    400,
    `/computed?select=id&${different(50, (index) => `upper=neq.${index}`)}`,
    {},
  ],
  [
    'filters by an expression that is a document',
    400,
    `/computed?select=id&${different(50, (index) => `bodies=neq.[${index}]`)}`,
    {},
  ],
  ['a filter by a path into an expression', 400, `/computed?select=id&lists->>0=like.a*`, {}],
  ['a virtual column 40 times', 400, `/virtual?select=${times(40, 'upper')}`, {}],
  ['sorted rows with an expression', 400, `/added?select=id,added&order=group_id`, {}],
  ['rows sorted by an expression', 400, `/added?select=id&order=added`, {}],
  ['groups of an expression', 400, `/added?select=added,id.count()`, {}],
  ['a result of expressions', 400, `/rpc/computed_rows?select=${times(40, 'upper')}`, {}],
  ['a result with 20 long columns', 400, `/rpc/wide_rows`, {}],
  ['20 long columns', 400, `/wide`, {}],
  ['20 long columns as a value', 400, `/wide_whole`, {}],
  ['a filter by one of 20 long columns of a value', 400, `/wide_whole?select=id&whole->>c1=eq.x`, {}],
  ['rows sorted by one of them', 400, `/wide_whole?select=id&order=whole->>c1`, {}],
  [
    'the greatest of 20 long columns',
    400,
    `/wide?select=${Array.from({ length: 20 }, (_, index) => `c${index}.max()`).join(',')}`,
    {},
  ],
  ['a changed row with 20 long columns', 400, `/wide?id=eq.1`, { ...returned, body: { n: 1 } }],
  [
    'removed rows with an expression',
    400,
    `/added?id=lt.3&select=${times(40, 'added')}`,
    { ...returned, method: 'DELETE' },
  ],
  ['a search in a long text', 400, `/searched?select=id&words=fts.word`, {}],
  ['a search in a long text of a document', 400, `/searched?select=id&document->>a=fts.word`, {}],
  ['a search in a shorter text', 200, `/searched?select=id&id=eq.1&short_words=fts.word`, {}],
  [
    'several searches',
    400,
    `/searched?select=id&${different(3, (index) => `short_words=fts.word${index}`)}`,
    {},
  ],
  ['searches in alternatives', 400, `/searched?select=id&or=(words.fts.one,words.fts.two)`, {}],
  [
    'two filters by a long text of a document',
    200,
    `/searched?select=id&${different(2, (index) => `document->>a=neq.${index}`)}`,
    {},
  ],
  [
    'four filters by a long text of a document',
    400,
    `/searched?select=id&${different(4, (index) => `document->>a=neq.${index}`)}`,
    {},
  ],
  ['a pattern in a long text of a document', 400, `/searched?select=id&document->>a=match.x`, {}],
  ['rows sorted by a long text of a document', 400, `/searched?select=id&order=document->>a`, {}],
  ['sorted rows with a long text of a document', 400, `/searched?select=id,document->>a&order=group_id`, {}],
  ['groups of a long text of a document', 400, `/searched?select=document->>a,id.count()`, {}],
  ['a range of long texts', 400, `/odd?select=range`, {}],
  ['a range of long texts as text', 400, `/odd?select=${times(20, 'range::text')}`, {}],
  ['a filter by a path into such a range', 400, `/odd?select=id&range->>a=eq.x`, {}],
  ['a filter by a path into a list of such ranges', 400, `/spans?select=id&list->>0=eq.x`, {}],
  ['a filter by a path into a row with one', 400, `/spans?select=id&span->>words=eq.x`, {}],
  ['a multirange of numbers of many digits', 400, `/odd?select=numbers`, {}],
  ['a multirange of numbers of many digits as text', 400, `/odd?select=${times(20, 'numbers::text')}`, {}],
  ['a list of ranges of such numbers', 400, `/odd?select=number_ranges`, {}],
  ['a list of ranges of such numbers as text', 400, `/odd?select=${times(20, 'number_ranges::text')}`, {}],
  ['a long string of bits', 400, `/odd?select=bits`, {}],
  ['a long string of bits as text', 400, `/odd?select=${times(20, 'bits::text')}`, {}],
  ['a list of nulls', 400, `/odd?select=nulls`, {}],
  [
    'changed rows',
    400,
    `/papers?id=gt.0&select=${times(200, 'body')}`,
    { ...returned, body: { attributes: {} } },
  ],
  [
    'a changed row with a long column',
    400,
    `/long_values?id=eq.1&select=${times(200, 'words')}`,
    { ...returned, body: { number: 1 } },
  ],
  [
    'merged rows',
    200,
    `/papers?select=${times(200, 'body')}&columns=id,body`,
    { ...upserted, body: Array.from({ length: 8 }, (_, id) => ({ id: id + 1, body: 'word '.repeat(1000) })) },
  ],
  [
    'removed rows',
    400,
    `/long_values?id=eq.1&select=${times(200, 'words')}`,
    { ...returned, method: 'DELETE' },
  ],
];
