/** A mention as the database answers it: what the text says, and how the member is called now. */
export interface Mention {
  readonly member_id: string;
  /** With its '@'. */
  readonly written: string;
  readonly name: string;
}

/** A stretch of a note's text, by how it is shown. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly text: string; readonly memberIds: readonly string[] };

/** An address of the web, without blanks, quotes, angle brackets and characters that cannot be seen. */
const LINK = /https?:\/\/[^\s<>"“”\p{Cf}\p{Cc}]+/u;
/** Two stars around words of one line. */
const BOLD = /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/u;

/** For a pattern with the flag u, which knows no escape of a hyphen. */
const escapeForPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Finds each of these names after an '@', the longer before the shorter, as whole words; null when there are none. */
export function patternOfNames(written: readonly string[]): string | null {
  const longestFirst = [...new Set(written)].toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return null;
  return String.raw`(?:${longestFirst.map(escapeForPattern).join('|')})(?![\p{L}\p{N}])`;
}

/** A found address without the sentence's own end: its full stop, its closing bracket. */
function trimLink(found: string): string {
  const bare = found.replace(/[.,;:!?'’…]+$/u, '');
  const opened = bare.split('(').length;
  const isClosedByTheSentence = bare.endsWith(')') && bare.split(')').length > opened;
  return isClosedByTheSentence ? trimLink(bare.slice(0, -1)) : bare;
}

/** The address as a browser reads it; null for what is none, and for all but http and https. */
function hrefOf(text: string): string | null {
  try {
    const { href, protocol } = new URL(text);
    return ['http:', 'https:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

function pieceOf(found: string, mentions: readonly Mention[]): Piece {
  if (found.startsWith('**')) return { kind: 'bold', text: found.slice(2, -2) };
  if (found.startsWith('@')) {
    const meant = mentions.filter(({ written }) => written === found);
    // Two who were called the same are told apart by their tooltip alone: the text says no more.
    const text = meant.length === 1 ? `@${meant[0]!.name}` : found;
    return { kind: 'mention', text, memberIds: meant.map(({ member_id: id }) => id) };
  }
  const text = trimLink(found);
  const href = hrefOf(text);
  return href ? { kind: 'link', text, href } : { kind: 'text', text };
}

/** Parts a note's text into what is shown as it is, and what is a link, a mention or bold. No piece is HTML. */
export function piecesOf(body: string, mentions: readonly Mention[]): readonly Piece[] {
  const names = patternOfNames(mentions.map(({ written }) => written));
  const pattern = new RegExp([LINK.source, BOLD.source, ...(names ? [names] : [])].join('|'), 'gu');
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of body.matchAll(pattern)) {
    const piece = pieceOf(found, mentions);
    const length = piece.kind === 'link' || piece.kind === 'text' ? piece.text.length : found.length;
    if (index > end) pieces.push({ kind: 'text', text: body.slice(end, index) });
    pieces.push(piece);
    end = index + length;
  }
  if (end < body.length) pieces.push({ kind: 'text', text: body.slice(end) });
  return pieces;
}
