/** Where a visitor first came from, as `x-first-touch` carries it (docs/review-data.md). */
const KEY = 'solostead.first-touch';

/**
 * The campaign of an address, the host that linked to it and the page it names, form-encoded. Only what a campaign
 * says of itself: no path of the other site, nothing else of the address.
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
  const said = Object.entries(touch).flatMap(([name, value]) => (value ? [[name, value.slice(0, 100)]] : []));
  return new URLSearchParams(said).toString();
}

/** Keeps the first touch for as long as the tab lives: no cookie, and nothing that outlasts the visit. */
export function keepFirstTouch(): void {
  try {
    if (sessionStorage.getItem(KEY) === null)
      sessionStorage.setItem(KEY, describeTouch(location.href, document.referrer));
  } catch {
    // A browser that is told to store nothing throws here; whoever applies with it came from nowhere.
  }
}

/** What was kept, or null. */
export function firstTouch(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
