import { type Config, readConfig } from '../../server/src/config.ts';
import { mailbox } from '../../server/src/configuration/variables.ts';
import { UserError } from '../../server/src/user-error.ts';

/**
 * The server's configuration and the lab's own variable, MAIL_TO_LAB, which config.toml hands to the functions.
 * @throws UserError naming the variable or setting that is wrong
 */
export function readLabConfig(): Config {
  const config = readConfig();
  const toLab = config.functionSecrets['MAIL_TO_LAB'];
  if (toLab && !mailbox.safeParse(toLab).success) {
    throw new UserError('MAIL_TO_LAB must be an e-mail address.');
  }
  return config;
}
