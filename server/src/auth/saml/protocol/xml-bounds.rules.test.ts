import { describe, expect, it } from 'vitest';
import { isBoundedText } from './xml-bounds.rules.ts';
import { readEnvelope } from './response.ts';

const response = (inner: string, attributes = '') =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"${attributes}>${inner}</p:Response>`;
const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const read = (xml: string) => readEnvelope(Buffer.from(xml).toString('base64'));

describe('a response', () => {
  it.each([
    ['with ten children', response(times(10, () => '<x/>'))],
    ['with 1,900 elements', response(`<x>${times(19, () => `<y>${times(99, () => '<z/>')}</y>`)}</x>`)],
    ['with fifty attributes of one element', response(`<x${times(50, (at) => ` a${at}="1"`)}/>`)],
    ['that is nested 29 times', response(times(29, () => '<x>') + times(29, () => '</x>'))],
    ['with a thousand references', response(times(1_000, () => '&amp;'))],
  ])('%s is read', (_, xml) => {
    expect(read(xml)).not.toBeNull();
  });

  it.each([
    ['with eleven children', response(times(11, () => '<x/>'))],
    ['with 2,001 elements', response(`<x>${times(20, () => `<y>${times(100, () => '<z/>')}</y>`)}</x>`)],
    ['with 51 attributes of one element', response(`<x${times(51, (at) => ` a${at}="1"`)}/>`)],
    ['with 9,000 attributes', response(`<x${times(9_000, (at) => ` a${at}="1"`)}/>`)],
    ['with attributes that have no value', response(`<x${times(9_000, (at) => ` a${at}`)}/>`)],
    ['that is nested 31 times', response(times(31, () => '<x>') + times(31, () => '</x>'))],
    ['that is nested 10,000 times', response(times(10_000, () => '<x>'))],
    ['with many namespaces', response(times(201, (at) => `<x xmlns="urn:${at}"/>`))],
    ['with many comments', response(times(2_200, () => '<!---->'))],
    ['with many comments between texts', response(times(600, () => '<!---->a'))],
    ['with elements in an attribute that is not closed', response(`<x a="${times(3_000, () => '<y/>')}`)],
    ['with many references', response(times(2_001, () => '&amp;'))],
    ['with entities', `<!doctype x [<!entity a "b">]>${response('&a;')}`],
    ['with an entity that nothing declares', response('&b;')],
  ])('%s is refused', (_, xml) => {
    expect(read(xml)).toBeNull();
  });

  it.each([
    ['elements', times(10_500, () => '<x/>')],
    ['attributes', `<x${times(9_000, (at) => ` a${at}="1"`)}/>`],
    ['namespaces', times(201, (at) => `<x xmlns="urn:${at}"/>`)],
    ['comments', times(4_200, () => '<!---->')],
    ['references', times(2_001, () => '&amp;')],
  ])('with too many %s is refused before a parser reads it', (_, inner) => {
    expect(isBoundedText(response(inner))).toBe(false);
  });

  it('in base64 with blanks and a wrong end is refused at once', () => {
    expect(readEnvelope(`AAAA${' '.repeat(60_000)}!`)).toBeNull();
  });
});
