import { existsSync } from 'node:fs';
import { type Config, mailbox, readConfig, UserError } from '@solostead/server';
import { parseTestAddresses } from '../../supabase/functions/_shared/webhooks/test-addresses.ts';

/**
 * Reads the server's configuration and the lab's own variables, which config.toml passes to the functions. They are
 * MAIL_TO_LAB, MAIL_REPLY_TO and, for tests, WEBHOOK_TEST_ADDRESSES and WEBHOOK_TEST_CA.
 * `read` replaces the reading of the server's part.
 * @throws UserError naming the variable or setting that is wrong
 */
export function readLabConfig(read: () => Config = readConfig): Config {
  const config = read();
  for (const name of ['MAIL_TO_LAB', 'MAIL_REPLY_TO']) {
    const address = config.functionSecrets[name];
    if (address && !mailbox.safeParse(address).success) {
      throw new UserError(`${name} must be an email address.`);
    }
  }
  const { WEBHOOK_TEST_ADDRESSES: addresses = '', WEBHOOK_TEST_CA: ca = '' } = config.functionSecrets;
  if (parseTestAddresses(addresses) === null) {
    throw new UserError(
      'WEBHOOK_TEST_ADDRESSES must be names with a loopback address and port, such as hooks.example=127.0.0.1:4433.',
    );
  }
  if (ca && !existsSync(ca)) throw new UserError(`WEBHOOK_TEST_CA is ${ca}, which is no file.`);
  return config;
}

/** Lists settings that are for tests only. */
export function labWarnings({ functionSecrets }: Pick<Config, 'functionSecrets'>): string[] {
  return functionSecrets['WEBHOOK_TEST_ADDRESSES']
    ? ['WEBHOOK_TEST_ADDRESSES: webhooks reach addresses of this machine. Never do this in public.']
    : [];
}
