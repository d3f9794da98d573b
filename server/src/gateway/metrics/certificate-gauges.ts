import { readCertificate } from '../certificate.ts';
import type { Config } from '../../configuration/config.ts';
import type { ExtensionGauge } from './extension-gauge.ts';

const FRESH_FOR_MS = 3_600_000;
const TIMEOUT_MS = 10_000;

/**
 * Metrics of the seconds until the certificates at SITE_URL and API_EXTERNAL_URL end, from outside. A scrape does not
 * wait for the address, and without an answer the last known end counts.
 */
export const certificateGauges = ({
  siteUrl,
  apiUrl,
}: Pick<Config, 'siteUrl' | 'apiUrl'>): ExtensionGauge[] =>
  [['site', 'SITE_URL', siteUrl] as const, ['api', 'API_EXTERNAL_URL', apiUrl] as const]
    .filter(([, , url]) => url.startsWith('https:'))
    .map(([key, variable, url]) => ({
      name: `solostead_${key}_certificate_seconds`,
      help: `Time until the certificate at ${variable} ends, negative after it`,
      read: remainingSeconds(url),
    }));

function remainingSeconds(url: string): () => Promise<number | null> {
  let end: number | null = null;
  let requestedAt = -Infinity;
  const ask = async () => {
    requestedAt = Date.now();
    const found = await readCertificate(url, AbortSignal.timeout(TIMEOUT_MS)).catch(() => null);
    end = found?.to ?? end;
  };
  return async () => {
    if (Date.now() - requestedAt > FRESH_FOR_MS) void ask();
    return end && (end - Date.now()) / 1000;
  };
}
