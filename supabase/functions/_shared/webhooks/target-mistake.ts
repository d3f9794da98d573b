import { checkedUrl } from './checked-url.ts';
import { DeliveryError } from './delivery-error.ts';
import { locate, type Resolve } from './post-checked.ts';
import type { TestAddresses } from './test-addresses.ts';

const MALFORMED =
  'An address begins with https:// and has no other port than 443, no user name and no password.';
const NOT_PUBLIC = 'This address does not lead to the open Internet, so nothing would be sent to it.';
const NOWHERE = 'This address leads nowhere, because its name could not be resolved. Check the spelling.';

/** The time for the name servers. */
const TIMEOUT_MS = 6_000;

/** The answers of a name server that has no such name. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

/**
 * Returns why no message would reach an address, as a sentence for its field, or null. Where the platform has no resolver
 * (`isSure` is false), a name is refused only if a name server reports that it does not exist.
 */
export async function targetMistake(
  text: string,
  tests: TestAddresses,
  isSure: boolean,
  resolve?: Resolve,
): Promise<string | null> {
  let url: URL;
  try {
    url = checkedUrl(text);
  } catch {
    return MALFORMED;
  }
  try {
    await locate(url, tests, AbortSignal.timeout(TIMEOUT_MS), resolve);
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return NOT_PUBLIC;
    const { code } = error as { code?: unknown };
    return isSure || ABSENT.some((absent) => absent === code) ? NOWHERE : null;
  }
}
