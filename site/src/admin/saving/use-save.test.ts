import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useSave } from './use-save.ts';

/** A form that saves a name through a request that the test answers. */
function nameForm() {
  const sent: string[] = [];
  const reported: unknown[] = [];
  const answers: { resolve: (id: number) => void; reject: (cause: unknown) => void }[] = [];
  let save: ((name: string) => Promise<boolean>) | undefined;
  const Form = ({ onSave }: { onSave: (send: (name: string) => Promise<boolean>) => void }) => {
    const saving = useSave({
      send: (name: string) => {
        sent.push(name);
        return new Promise<number>((resolve, reject) => answers.push({ resolve, reject }));
      },
      done: (id, name) => reported.push(`${name} is ${id}`),
      failed: (cause, again) => reported.push(cause, again),
      settled: () => reported.push('settled'),
    });
    onSave(saving.save);
    return null;
  };
  const take = (callback: (name: string) => Promise<boolean>) => {
    save = callback;
  };
  renderToString(createElement(Form, { onSave: take }));
  return { save: save!, sent, reported, answers };
}

it('sends one request when save is called twice, and another after the answer', async () => {
  const { save, sent, reported, answers } = nameForm();
  const first = save('Ada');
  expect(await save('Ada')).toBe(false);
  await expect.poll(() => sent).toEqual(['Ada']);
  answers[0]!.resolve(7);
  expect(await first).toBe(true);
  expect(reported).toEqual(['Ada is 7', 'settled']);
  void save('Grace');
  await expect.poll(() => sent).toEqual(['Ada', 'Grace']);
});

it('passes a rejection to failed with a way to send the same values again', async () => {
  const { save, sent, reported, answers } = nameForm();
  const saved = save('Ada');
  await expect.poll(() => answers).toHaveLength(1);
  answers[0]!.reject('away');
  expect(await saved).toBe(false);
  const [cause, again] = reported as [string, () => void];
  expect(cause).toBe('away');
  again();
  await expect.poll(() => sent).toEqual(['Ada', 'Ada']);
});
