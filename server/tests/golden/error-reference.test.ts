import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authErrors, oauthErrorCodes } from '../../src/auth/kernel/error-codes.ts';
import type { ListedError } from '../../src/gateway/listed-errors.ts';
import { restErrors } from '../../src/rest/error-codes.ts';

const reference = join(import.meta.dirname, '../../docs/error-codes.md');

/** `vitest -u` writes the page, never in CI. */
test('server/docs/error-codes.md lists every code with its statuses and message', async () => {
  const page = `# Error codes

This page is generated from \`server/src/auth/kernel/error-codes.ts\` and \`server/src/rest/error-codes.ts\` by
\`npx vitest run --project server-unit server/tests/golden/error-reference.test.ts -u\`. Each line has the code, its HTTP
statuses with the usual one first, and the usual message.

## Auth

Clients that send \`X-Supabase-Api-Version: 2024-01-01\` or later get \`{code, message}\`, others
\`{code: status, error_code, msg}\`. The header \`x-sb-error-code\` has the code too. A trigger of the project that raises
\`PT403\` answers \`unexpected_failure\` with 403 and its own message.

${list(authErrors)}

The endpoints for ID tokens and wallets answer some requests with 400 and \`{error, error_description}\`, where \`error\` is
${oauthErrorCodes.map((code) => `\`${code}\``).join(', ')}.

## Data API

Refusals have PostgREST's shape \`{code, message, details, hint}\`. A statement that PostgreSQL refused has its SQLSTATE
and message. These codes are the server's own.

${list(restErrors)}
`;
  await expect(page).toMatchFileSnapshot(reference);
});

const list = (errors: Readonly<Record<string, ListedError>>): string =>
  Object.entries(errors)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, entry]) => {
      const text = 'message' in entry ? `“${entry.message}”` : `shows ${entry.shows}`;
      return `- \`${code}\`, ${entry.statuses.join(', ')}: ${text}`;
    })
    .join('\n');
