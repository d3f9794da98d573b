import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CertificateTime, readCertificate } from '../gateway/certificate.ts';
import type { Config } from '../configuration/config.ts';
import { isLoopback } from '../configuration/loopback.rules.ts';
import { proofOf, PROOF_HEADER } from '../gateway/own-proof.ts';
import { type Finding, wrong } from './findings.ts';
import { PAGE_TIMEOUT_MS, readPage, whyUnread } from './read-page.ts';

type Addresses = Pick<Config, 'siteUrl' | 'apiUrl' | 'siteDir'> & {
  readonly keys: { readonly secret: string };
};

/** Something that is wrong at an address, or null. */
type Fault = string | null;

/**
 * Looks at the public addresses as visitors do: the server at API_EXTERNAL_URL must prove that it is this one, and
 * SITE_URL must serve the pages of this build. A single address is one finding. Addresses of this machine are left out.
 */
export async function checkPublicAddresses(
  config: Addresses,
  { isPublic = isNamedOutside, now = Date.now() } = {},
): Promise<Finding[]> {
  const { apiUrl, siteUrl } = config;
  const site = { about: 'SITE_URL', address: siteUrl, look: () => pageFault(config) };
  const server = { about: 'API_EXTERNAL_URL', address: apiUrl, look: () => serverFault(config) };
  const both = { ...site, look: async () => (await serverFault(config)) ?? (await pageFault(config)) };
  const looks = new URL(siteUrl).origin === apiUrl ? [both] : [site, server];
  return Promise.all(
    looks
      .filter(({ address }) => isPublic(address))
      .map(async ({ about, address, look }) => {
        const [fault, certificate] = await Promise.all([look(), certificateOf(address)]);
        if (fault) return wrong(about, `${address}${fault}`);
        const { state, words } = judgeCertificate(certificate, now);
        return { about, state, message: `${address} leads here${words}` };
      }),
  );
}

const isNamedOutside = (address: string): boolean => !isLoopback(new URL(address).hostname);

const certificateOf = (address: string): Promise<CertificateTime | null> =>
  readCertificate(address, AbortSignal.timeout(PAGE_TIMEOUT_MS)).catch(() => null);

/** Returns null if the server at `origin` has the same secret key. */
export async function serverFault({ apiUrl, keys }: Pick<Addresses, 'apiUrl' | 'keys'>): Promise<Fault> {
  const oneTimeValue = randomBytes(24).toString('base64url');
  try {
    const address = new URL('/health/live', apiUrl);
    const { status, headers } = await readPage(address, { [PROOF_HEADER]: oneTimeValue });
    if (headers.get(PROOF_HEADER) === proofOf(keys.secret, oneTimeValue)) return null;
    return status === 200 || status === 404
      ? ' is another server, or has other keys: point the name or the proxy at this one.'
      : `${badStatus(status, headers)}.`;
  } catch (error) {
    return cannotBeRead(error);
  }
}

/** Returns null if SITE_URL serves the pages of this build, or is a page of a project without a mark. */
async function pageFault({ siteUrl, apiUrl, siteDir }: Addresses): Promise<Fault> {
  const own = ownMark(siteDir);
  // A server without pages may answer there, which is another finding.
  if (own === null && new URL(siteUrl).origin === apiUrl) return null;
  try {
    const { status, headers, text } = await readPage(new URL(siteUrl), {}, (found) => markOf(found) !== null);
    if (status !== 200) return `${badStatus(status, headers)}.`;
    if (own === null) return null;
    const mark = markOf(text);
    if (mark === null)
      return ' serves other pages than this site: point it at this server, or deploy the site there.';
    // The commit is for people. The same sources make the same pages at another one.
    return sourcesOf(mark) === sourcesOf(own)
      ? null
      : ` serves another build (${mark}) than this one (${own}): deploy the site again.`;
  } catch (error) {
    return cannotBeRead(error);
  }
}

const cannotBeRead = (error: unknown): string => ` cannot be reached: ${whyUnread(error)}.`;

const badStatus = (status: number, headers: Headers): string => {
  const target = headers.get('location');
  return target
    ? ` redirects to ${target}: set the address where it ends`
    : ` answers ${status}: see the proxy's log`;
};

const sourcesOf = (mark: string): string => mark.split(' ').at(-1)!;

/** Returns what the build wrote into a page, its commit and a hash of its sources. */
const markOf = (html: string): string | null =>
  /<meta name="build" content="([\w ]+)"/.exec(html)?.[1] ?? null;

function ownMark(siteDir: string): string | null {
  try {
    return markOf(readFileSync(join(siteDir, 'index.html'), 'utf8'));
  } catch {
    return null;
  }
}

const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;

/** Warns two weeks before a certificate ends, or in the last quarter of a short one. */
export function judgeCertificate(
  time: CertificateTime | null,
  now: number,
): { state: 'fine' | 'warning'; words: string } {
  if (time === null) return { state: 'fine', words: '' };
  const rest = time.to - now;
  const days = `${(rest / DAY_MS).toFixed(rest < 3 * DAY_MS ? 1 : 0)} days`;
  return rest < Math.min(SOON_MS, (time.to - time.from) / 4)
    ? { state: 'warning', words: `, and its certificate ends in ${days}: renew it.` }
    : { state: 'fine', words: `, its certificate is good for ${days}` };
}
