import { describe, expect, it } from 'vitest';
import { piecesOf } from './note-text.ts';

const ada = { member_id: 'a', written: '@Ada', name: 'Ada' };
const lovelace = { member_id: 'l', written: '@Ada Lovelace', name: 'Augusta King' };

const said = (body: string, mentions = [ada, lovelace]) =>
  piecesOf(body, mentions).map((piece) => [piece.kind, piece.kind === 'link' ? piece.href : piece.text]);

const signs = String.raw`Anne-Marie O'Neil_/\^$.*+?()[]{}|&#~,:;<=>!@%"x`;

describe('a note’s text', () => {
  it('finds a name whatever characters it has', () => {
    const member = { member_id: 's', written: `@${signs}`, name: 'Anne-Marie' };
    expect(said(`Ask @${signs} first`, [member])).toEqual([
      ['text', 'Ask '],
      ['mention', '@Anne-Marie'],
      ['text', ' first'],
    ]);
  });

  it.each([
    [
      'See https://one.example/a?b=c#d.',
      [
        ['text', 'See '],
        ['link', 'https://one.example/a?b=c#d'],
        ['text', '.'],
      ],
    ],
    [
      '(https://one.example/a_(b))',
      [
        ['text', '('],
        ['link', 'https://one.example/a_(b)'],
        ['text', ')'],
      ],
    ],
    ['HTTPS://ONE.example', [['text', 'HTTPS://ONE.example']]],
    ['javascript:alert(1) data:text/html,x', [['text', 'javascript:alert(1) data:text/html,x']]],
    ['https://', [['text', 'https://']]],
    ['https://[', [['text', 'https://[']]],
    [
      '<a href="https://one.example">x</a>',
      [
        ['text', '<a href="'],
        ['link', 'https://one.example/'],
        ['text', '">x</a>'],
      ],
    ],
    [
      'a **bold word** b',
      [
        ['text', 'a '],
        ['bold', 'bold word'],
        ['text', ' b'],
      ],
    ],
    ['2 ** 3 ** 4 and ****', [['text', '2 ** 3 ** 4 and ****']]],
    [
      '@Ada Lovelace and @Ada',
      [
        ['mention', '@Augusta King'],
        ['text', ' and '],
        ['mention', '@Ada'],
      ],
    ],
    ['@Adam is no one here', [['text', '@Adam is no one here']]],
    ['me@Ada or me.@Ada', [['text', 'me@Ada or me.@Ada']]],
    ['two\nlines', [['text', 'two\nlines']]],
    ['', []],
  ])('%j is split', (body, pieces) => {
    expect(said(body)).toEqual(pieces);
  });

  it('loses no character, whatever the text is', () => {
    const bodies = [
      'https://a.b/(c).@Ada**x**',
      '@Ada@Ada@Ada',
      '**@Ada**https://x.y',
      'https://x.y\u202Ecod.exe',
    ];
    for (const body of bodies) {
      const text = piecesOf(body, [ada]).map((piece) =>
        piece.kind === 'bold' ? `**${piece.text}**` : piece.text,
      );
      expect(text.join('')).toBe(body);
    }
  });

  it('keeps a name that two members share, and knows both members', () => {
    const twin = { ...ada, member_id: 'b', name: 'Ada B.' };
    expect(piecesOf('@Ada', [ada, twin])).toEqual([{ kind: 'mention', text: '@Ada', memberIds: ['a', 'b'] }]);
  });

  it('treats a name as text, not as a pattern', () => {
    const odd = { member_id: 'o', written: '@(.*)+$', name: '(.*)+$' };
    expect(said('@(.*)+$ and @anyone', [odd])).toEqual([
      ['mention', '@(.*)+$'],
      ['text', ' and @anyone'],
    ]);
  });

  it('splits 10,000 characters of the worst kind without delay', () => {
    const started = performance.now();
    for (const unit of ['**', '*a', 'https://', '@Ada', '(', 'https://a)'])
      said(unit.repeat(10_000 / unit.length));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
