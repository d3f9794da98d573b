import { describe, expect, it } from 'vitest';
import { piecesOf } from './note-text.ts';

const ada = { member_id: 'a', name: 'Ada' };
const lovelace = { member_id: 'l', name: 'Ada Lovelace' };

const ends = { text: '', link: '<>', bold: '**', mention: '[]' };

/** Spells the pieces with links in `<>`, mentions in `[]` and bold words in `*`, and a bar between two pieces. */
const marked = (body: string, mentions = [ada, lovelace]) =>
  piecesOf(body, mentions)
    .map((piece) => {
      const [open = '', close = ''] = ends[piece.kind];
      return `${open}${piece.kind === 'link' ? piece.href : piece.text}${close}`;
    })
    .join('|');

const signs = String.raw`Anne-Marie O'Neil_/\^$.*+?()[]{}|&#~,:;<=>!@%"x`;

describe('a note’s text', () => {
  it('finds a name whatever characters it has', () => {
    const member = { member_id: 's', name: signs };
    expect(marked(`Ask @${signs} first`, [member])).toBe(`Ask |[@${signs}]| first`);
  });

  it.each([
    ['See https://one.example/a?b=c#d.', 'See |<https://one.example/a?b=c#d>|.'],
    ['(https://one.example/a_(b))', '(|<https://one.example/a_(b)>|)'],
    ['HTTPS://ONE.example', 'HTTPS://ONE.example'],
    ['javascript:alert(1) data:text/html,x', 'javascript:alert(1) data:text/html,x'],
    ['https://', 'https://'],
    ['https://[', 'https://['],
    ['<a href="https://one.example">x</a>', '<a href="|<https://one.example/>|">x</a>'],
    ['a **bold word** b', 'a |*bold word*| b'],
    ['2 ** 3 ** 4 and ****', '2 ** 3 ** 4 and ****'],
    ['@Ada Lovelace and @Ada', '[@Ada Lovelace]| and |[@Ada]'],
    ['@Adam is no one here', '@Adam is no one here'],
    ['me@Ada or me.@Ada', 'me@Ada or me.@Ada'],
    ['two\nlines', 'two\nlines'],
    ['', ''],
  ])('%j is split', (body, pieces) => {
    expect(marked(body)).toBe(pieces);
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
    const twin = { ...ada, member_id: 'b' };
    expect(piecesOf('@Ada', [ada, twin])).toEqual([{ kind: 'mention', text: '@Ada', memberIds: ['a', 'b'] }]);
  });

  it('shows a link of more than 2,000 characters as text', () => {
    const address = `https://a.example/${'b'.repeat(1983)}`;
    expect(piecesOf(address, [])).toEqual([{ kind: 'text', text: address }]);
    expect(piecesOf(address.slice(0, -1), [])).toMatchObject([{ kind: 'link' }]);
  });

  it('splits 10,000 characters of the worst kind without delay', () => {
    // Processor time, because a busy machine takes longer.
    const started = process.threadCpuUsage();
    for (const unit of ['**', '*a', 'https://', '@Ada', '(', 'https://a)', ')', '.', ').', '()', '.,;:!?'])
      for (const start of ['', 'https://a.example/', 'https://a.example/('])
        for (const end of ['', 'x', '/'])
          piecesOf(`${start}${unit.repeat(10_000 / unit.length)}${end}`, [ada]);
    expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});
