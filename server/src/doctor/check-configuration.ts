import type { Config } from '../config.ts';
import { type Finding, fine, warning } from './finding.ts';

/** What may be meant so, and is wrong in public. */
export function checkConfiguration(config: Config): Finding[] {
  const about = 'configuration';
  const isPublic = config.siteUrl.startsWith('https:');
  const found: Finding[] = [];
  if (!isPublic)
    found.push(
      warning(
        about,
        `SITE_URL is ${config.siteUrl}: links in mails lead there. Set it to your https address.`,
      ),
    );
  if (!config.limits)
    found.push(warning(about, 'LIMITS=off: rate limits and abuse protection are off. Never in public.'));
  if (isPublic && config.trustedProxies.length === 0) {
    found.push(
      warning(
        about,
        'TRUSTED_PROXIES is not set: behind a proxy every visitor counts as the same one for the limits.',
      ),
    );
  }
  if (!config.mail.smtpUrl)
    found.push(warning(about, `SMTP_URL is not set: mails stay in ${config.mail.outboxDir}.`));
  return found.length > 0 ? found : [fine(about, `public at ${config.siteUrl}, every value is valid`)];
}
