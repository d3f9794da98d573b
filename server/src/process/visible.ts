/** Characters beyond ASCII that control a terminal, reorder the line or are not seen. Joiners are parts of words and emoji. */
const STEERING_LETTERS = String.raw`\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}`;

const STEERING = new RegExp(`[\\u0000-\\u001f${STEERING_LETTERS}]`, 'gu');

/** The same without line breaks and tabs, which a text of several lines has. */
const STEERING_IN_TEXT = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${STEERING_LETTERS}]`, 'gu');

/** Makes foreign text safe to print within a line. */
export function visible(text: string): string {
  return text.replace(STEERING, '\ufffd');
}

/** Makes a text of several lines safe to print. */
export function visibleLines(text: string): string {
  return text.replace(STEERING_IN_TEXT, '\ufffd');
}

/** Returns JSON with the same meaning that is safe to print. A terminal may obey what JSON leaves unescaped. */
export function visibleJson(json: string): string {
  return json.replace(STEERING_IN_TEXT, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
