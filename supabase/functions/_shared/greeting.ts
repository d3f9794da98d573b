const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;
const link = /:\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2}/iu;
// Marks that turn the order of what follows would let a name rewrite our sentence.
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * The greeting of a mail to a stranger. Somebody else may have typed the name to send words of their own through
 * us, so a name with a link, a line break, a direction mark or an unlikely length is left out.
 */
export function greeting(name: string): string {
  const suspicious = lineBreak.test(name) || link.test(name) || directionMark.test(name) || name.length > 100;
  return suspicious ? 'Hello,' : `Hello ${name},`;
}
