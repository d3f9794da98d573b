import { secureAccount } from '../accounts/accounts.ts';
import { readConfig } from '../configuration/config.ts';
import { defineCommand, emailAddress } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

export const command = defineCommand('secure')
  .description(
    'Leaves an account to the holder of its address: prints a new password and removes linked identities, the number, ' +
      'passkeys, second factors and sessions, in one step.',
  )
  .argument('<EMAIL>', 'of the account', emailAddress)
  .action(async (email) => {
    const password = await withDatabases(readConfig(), 'secure', ({ owner }) =>
      owner.transaction((query) => secureAccount(query, email, new Date())),
    );
    console.log(`new password: ${password}`);
  });
