import type { Config } from '../config.ts';
import type { Extension } from '../extension.ts';

/** The lines for the terminal once the server is ready. */
export function greeting(config: Config, dataPath: string | null, { hints = [] }: Extension): string {
  const lines = [
    `${config.productName} is ready at ${config.siteUrl}`,
    config.mail.smtpUrl ? null : `  Mail is not sent but kept in ${config.mail.outboxDir}`,
    dataPath ? `  The data lies in ${dataPath}` : null,
    ...hints.map((hint) => `  ${hint}`),
    config.limits ? null : '  LIMITS=off: rate limits and abuse protection are off. Never do this in public.',
  ];
  return lines.filter((line) => line !== null).join('\n');
}
