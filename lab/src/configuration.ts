import { type Config, readConfig } from '../../server/src/config.ts';
import { mailbox } from '../../server/src/configuration/variables.ts';
import { UserError } from '../../server/src/user-error.ts';

/**
 * The server's configuration and the lab's own variables, which config.toml hands to the functions.
 * @throws UserError naming the variable or setting that is wrong
 */
export function readLabConfig(): Config {
  const config = readConfig();
  for (const name of ['MAIL_TO_LAB', 'MAIL_REPLY_TO']) {
    const address = config.functionSecrets[name];
    if (address && !mailbox.safeParse(address).success) {
      throw new UserError(`${name} must be an e-mail address.`);
    }
  }
  return config;
}
