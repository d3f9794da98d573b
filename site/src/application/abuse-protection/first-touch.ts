import { FIRST_TOUCH } from './keep-first-touch.ts';

/**
 * Describes a visitor's first page as `x-first-touch` carries it (docs/review-data.md), form-encoded. It contains the
 * campaign of the address, the host that linked to it and the page, but no path of the other site and nothing else of
 * the address.
 */
export function describeTouch(address: string, referrer: string): string {
  const { searchParams, pathname, host } = new URL(address);
  const from = URL.canParse(referrer) ? new URL(referrer).host : '';
  const touch = {
    source: searchParams.get('utm_source'),
    medium: searchParams.get('utm_medium'),
    campaign: searchParams.get('utm_campaign'),
    referrer: from === host ? null : from,
    landing: pathname,
  };
  const parts = Object.entries(touch).flatMap(([name, value]) =>
    value ? [[name, value.slice(0, 100)]] : [],
  );
  return new URLSearchParams(parts).toString();
}

/** Returns this tab's first touch, or null. */
export function firstTouch(): string | null {
  try {
    const [address, referrer] = JSON.parse(sessionStorage.getItem(FIRST_TOUCH) ?? '') as [string, string];
    return describeTouch(address, referrer);
  } catch {
    return null;
  }
}
