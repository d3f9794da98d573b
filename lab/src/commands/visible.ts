/** Characters that control a terminal or reorder the line. */
export const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Makes foreign text safe to print. */
export function visible(text: string): string {
  return text.replace(STEERING, '\ufffd');
}
