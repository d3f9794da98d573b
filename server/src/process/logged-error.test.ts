import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { loggedError } from './logged-error.ts';

const ADDRESS = 'ada@example.org';

const databaseError = (code: string, message: string) =>
  Object.assign(new DatabaseError(message, 0, 'error'), {
    code,
    detail: `Key (email)=(${ADDRESS}) already exists.`,
    constraint: 'users_email_partial_key',
  });

test('a refused recipient is logged by the codes of the mail server, without the address', () => {
  const refusal = `550 5.1.1 <${ADDRESS}>: user unknown`;
  const error = Object.assign(new Error(`Can't send mail - all recipients were rejected: ${refusal}`), {
    code: 'EENVELOPE',
    response: refusal,
    responseCode: 550,
    command: 'RCPT TO',
    rejected: [ADDRESS],
    rejectedErrors: [Object.assign(new Error(refusal), { recipient: ADDRESS })],
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' });
  expect(JSON.stringify(logged)).not.toContain(ADDRESS);
});

test('a broken constraint is logged by its name, without the row', () => {
  const logged = loggedError(databaseError('23505', `duplicate key value (${ADDRESS})`));
  expect(logged).toMatchObject({ code: '23505', constraint: 'users_email_partial_key' });
  expect(JSON.stringify(logged)).not.toContain(ADDRESS);
});

test.each([
  [databaseError('42P01', 'relation "public.things" does not exist')],
  [new TypeError('fetch failed')],
])('%s keeps its message', (error) => {
  expect(loggedError(error)).toMatchObject({ message: error.message, stack: expect.stringContaining('at ') });
});
