/** Characters that control a terminal or reorder the line. */
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The same without line breaks and tabs, which a text of several lines has. */
const STEERING_IN_TEXT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

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
  return json.replace(
    STEERING_IN_TEXT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
