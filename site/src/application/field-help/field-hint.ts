import { isOwnAddress, maxLengths, type TextField } from '@solostead/contract/text-fields';
import { trimmed } from '@solostead/contract/visible';

interface Shown {
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface Copy {
  readonly messages: { readonly linkedin: string };
  readonly profileHelp: { readonly where: string; readonly own: string };
  readonly tooLong: string;
}

/** Returns a field's hint. After a refusal it says where a profile's address is, or that the text is too long. */
export function hintOf(
  field: TextField,
  { hint, error }: Shown,
  typed: string | undefined,
  copy: Copy,
): string | undefined {
  const text = trimmed(typed ?? '');
  if (error === copy.messages.linkedin)
    return isOwnAddress(text) ? copy.profileHelp.own : copy.profileHelp.where;
  const most = maxLengths[field];
  return error && [...text].length > most ? copy.tooLong.replace('{most}', `${most}`) : hint;
}
