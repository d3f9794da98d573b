import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createBackground } from './background.ts';

it('waits for running work and for the work that it starts', async () => {
  const background = createBackground(pino({ level: 'silent' }));
  const done: string[] = [];
  background.run('outer', async () => {
    await Promise.resolve();
    background.run('inner', async () => void done.push('inner'));
    done.push('outer');
  });
  await background.idle();
  expect(done.toSorted()).toEqual(['inner', 'outer']);
});

it('logs a failure under its name and rejects nothing', async () => {
  const log = new PassThrough();
  const background = createBackground(pino({}, log));
  background.run('Sending a mail', async () => {
    throw new Error('mail server away');
  });
  await background.idle();
  const line = JSON.parse(String(log.read()));
  expect(line).toMatchObject({ msg: 'Sending a mail failed', err: { message: 'mail server away' } });
});
