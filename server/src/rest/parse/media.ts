import { unreadableParameter } from '../errors.ts';
import { atMost, bounds, hasMoreParts } from './bounds.ts';

export interface MediaType {
  /** `text/csv`, lower case, without parameters. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Parses `Accept`, the preferred type first. Without it any type will do. */
export function parseAccept(header = '*/*'): MediaType[] {
  const types = splitOutsideQuotes(header, ',').map(parseMediaType);
  const quality = ({ parameters: { q = '1' } }: MediaType) => Number(q) || 0;
  return types.filter((media) => media.type !== '').toSorted((left, right) => quality(right) - quality(left));
}

export function parseMediaType(text: string): MediaType {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim());
  const parameters = rest
    .filter((parameter) => parameter.includes('='))
    .map((parameter) => {
      const at = parameter.indexOf('=');
      const value = parameter.slice(at + 1).trim();
      return [parameter.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
    });
  return {
    type: type.toLowerCase(),
    parameters: Object.fromEntries(parameters) as Record<string, string>,
    text: text.trim(),
  };
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (hasMoreParts(text, separator, bounds['media types']))
    throw unreadableParameter('failed to parse the media type', 1, `expecting ${atMost('media types')}`);
  const parts = [''];
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
