import { isOwnAddress } from '@solostead/contract/text-fields';
import { trimmed } from '@solostead/contract/visible';

interface Shown {
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface Copy {
  readonly messages: { readonly linkedin: string };
  readonly profileHelp: { readonly where: string; readonly own: string };
}

/** Returns the hint of a profile's field, which says where the address is as long as another one was typed. */
export function hintOfProfile(
  { hint, error }: Shown,
  typed: string | undefined,
  copy: Copy,
): string | undefined {
  if (error !== copy.messages.linkedin) return hint;
  return isOwnAddress(trimmed(typed ?? '')) ? copy.profileHelp.own : copy.profileHelp.where;
}
