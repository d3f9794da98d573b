import type { Note } from '../../kernel/data/shapes/application.ts';

export type Mention = Note['mentions'][number];

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

/** Escapes only characters that the flag u allows. A hyphen is not one. */
const escapeForPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns a pattern for these names after '@', the longest first, as whole words and not in an address, or null. */
export function patternOfNames(names: readonly string[]): string | null {
  const longestFirst = [...new Set(names)].toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return null;
  return String.raw`(?<![\p{L}\p{N}._%+-])@(?:${longestFirst.map(escapeForPattern).join('|')})(?![\p{L}\p{N}])`;
}

/** Longer addresses are shown as text. */
const MAX_LINK_LENGTH = 2_000;

const PUNCTUATION: ReadonlySet<string> = new Set(".,;:!?'’…");

/** Returns an address without the sentence's final punctuation and brackets. */
function trimLink(found: string): string {
  let end = found.length;
  // The number of brackets that close none of the address.
  let closing = 0;
  for (const character of found) closing += character === ')' ? 1 : character === '(' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = found[end - 1]!;
    if (last === ')' && closing > 0) closing -= 1;
    else if (!PUNCTUATION.has(last)) break;
  }
  return found.slice(0, end);
}

/** Returns the address as a browser parses it, or null unless it is http or https. */
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
    // Two members with the same name differ only in the tooltip.
    const meant = mentions.filter(({ name }) => `@${name}` === found);
    return { kind: 'mention', text: found, memberIds: meant.map(({ member_id: id }) => id) };
  }
  const text = trimLink(found);
  const href = text.length > MAX_LINK_LENGTH ? null : hrefOf(text);
  return href ? { kind: 'link', text, href } : { kind: 'text', text };
}

/** Parts a note's text into what is shown as it is, and what is a link, a mention or bold. No piece is HTML. */
export function piecesOf(body: string, mentions: readonly Mention[]): readonly Piece[] {
  const names = patternOfNames(mentions.map(({ name }) => name));
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
