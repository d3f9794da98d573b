const WIDTH = 110;
/** Parentheses up to this length are never broken. */
const SHORT = 45;
const TOKEN = /E?'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[\w.]+|->>?|::|:=|\|\||\s+|[\s\S]/g;

/** The tokens of SQL text. White space outside quotes counts as one space. */
export const tokens = (text: string): string[] =>
  (text.trim().match(TOKEN) ?? []).map((token) => (/^\s+$/.test(token) ? ' ' : token));

/** A sequence of tokens and groups in parentheses. */
type Piece = string | Group;

interface Group {
  readonly pieces: Piece[];
}

function grouped(words: Iterator<string>): Group {
  const pieces: Piece[] = [];
  for (let next = words.next(); !next.done && next.value !== ')'; next = words.next())
    pieces.push(next.value === '(' ? grouped(words) : next.value);
  return { pieces };
}

const flat = (piece: Piece): string =>
  typeof piece === 'string' ? piece : `(${piece.pieces.map(flat).join('').trim()})`;

const CLAUSE = /^(from|where|group|order|limit|offset|union|inner|left|returning|set|on|values|select|with)$/;

/** The places where a line may break: before a clause, after a comma, and before `and` and `or`. */
function breaksBefore(pieces: readonly Piece[], place: number): 'clause' | 'item' | null {
  if (pieces[place - 1] !== ' ') return null;
  const piece = pieces[place];
  const before = pieces[place - 2];
  if (before === ',' || piece === 'and' || piece === 'or') return 'item';
  if (typeof piece !== 'string' || !CLAUSE.test(piece)) return null;
  return (piece === 'on' && pieces[place + 2] !== 'conflict') || before === 'distinct' ? null : 'clause';
}

/** The number of characters before the next place to break. */
function run(pieces: readonly Piece[], place: number): number {
  let end = place + 1;
  while (end < pieces.length && breaksBefore(pieces, end) === null) end++;
  return pieces.slice(place, end).map(flat).join('').length;
}

/** Breaks lines before clauses, between items where a line is full, and within parentheses that do not fit into one. */
function lines({ pieces }: Group, indent: string): string {
  let text = '';
  const column = () => text.length - text.lastIndexOf('\n') - 1;
  for (const [place, piece] of pieces.entries()) {
    const may = breaksBefore(pieces, place);
    const isFull = may === 'item' && column() + run(pieces, place) > WIDTH;
    if ((may === 'clause' || isFull) && text !== '') text = `${text.trimEnd()}\n${indent}`;
    const short = flat(piece);
    text +=
      typeof piece === 'string' || short.length <= SHORT || column() + short.length <= WIDTH
        ? short
        : `(\n${indent}  ${lines(piece, `${indent}  `)}\n${indent})`;
  }
  return text.trim();
}

/** The statement in lines that can be read and compared. */
export function layoutSql(text: string): string {
  return lines(grouped(tokens(text).values()), '');
}
