import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { runInProcess } from '@solostead/server-testkit/run-in-process';
import { readVariables } from '../configuration/variables.ts';
import { runProgram } from './program.ts';
import { projectCommands } from './server-commands.ts';

test('doctor keys prints fresh keys that the environment accepts', async () => {
  const { stdout } = await runInProcess(['doctor', 'keys'], () => runProgram(projectCommands));
  const fresh = parseEnv(stdout);
  const names = ['JWT_KEYS', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
  expect(Object.keys(fresh).toSorted()).toEqual(names);
  expect(readVariables(fresh)).toMatchObject({
    SUPABASE_SECRET_KEY: fresh['SUPABASE_SECRET_KEY'],
    JWT_KEYS: [expect.objectContaining({ alg: 'ES256', d: expect.any(String) })],
  });
});
