import type { Config } from '../../server/src/config.ts';

/** What a person at the terminal needs to know once the server is ready. */
export function greeting(config: Config, url: string, dataPath: string | null): string {
  const lines = [
    `Solostead is ready at ${url}`,
    config.mail.smtpUrl ? null : `  Mail is not sent but kept in ${config.mail.outboxDir}`,
    dataPath ? `  The data lies in ${dataPath}` : null,
    '  Make an admin: npm run admin -- add you@example.org',
    config.limits ? null : '  LIMITS=off: rate limits and abuse brakes are off. Never do this in public.',
  ];
  return lines.filter((line) => line !== null).join('\n');
}
