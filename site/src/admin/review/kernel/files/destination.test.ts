import { expect, it, vi } from 'vitest';
import { openDestination, saveText } from './destination.ts';

/** Fakes the file dialog, which makes an empty file, and writing to it, which shows when the file is closed. */
function fileDialog({ canRemove = true, isFull = false } = {}) {
  const files = new Map<string, string>();
  const handle = (name: string) => ({
    createWritable: async () => {
      let text = '';
      return {
        write: async (piece: string) => {
          if (isFull) throw new DOMException('', 'QuotaExceededError');
          text += piece;
        },
        close: async () => void files.set(name, text),
        abort: async () => {},
      };
    },
    getFile: async () => ({ size: files.get(name)!.length }),
    ...(canRemove && { remove: async () => void files.delete(name) }),
  });
  const ask = vi.fn(async ({ suggestedName: name }: { suggestedName: string }) => {
    files.set(name, '');
    return handle(name);
  });
  vi.stubGlobal('window', { showSaveFilePicker: ask });
  return { ask, files };
}

it('writes to the chosen file, which is there as a whole or not at all', async () => {
  const { files } = fileDialog();
  const finished = await openDestination('json', 'whole');
  await finished!.write('[]');
  await finished!.finish();
  const abandoned = await openDestination('csv', 'half');
  await abandoned!.write('"id"');
  await abandoned!.abandon();
  expect([...files].map(([name, text]) => [name.slice(0, 5), text])).toEqual([['whole', '[]']]);
});

it('saves a text that is composed once the file is chosen, and leaves no file after a failure', async () => {
  const { files, ask } = fileDialog();
  const compose = vi.fn(async () => {
    expect(ask).toHaveBeenCalledOnce();
    return '[]';
  });
  expect(await saveText('html', 'whole', compose)).toBe(true);
  expect([...files].map(([name, text]) => [name.slice(-5), text])).toEqual([['.html', '[]']]);
  const full = fileDialog({ isFull: true });
  await expect(saveText('json', 'whole', compose)).rejects.toThrow();
  expect(full.files.size).toBe(0);
  const refused = fileDialog();
  await expect(saveText('json', 'whole', () => Promise.reject(new Error('offline')))).rejects.toThrow(
    'offline',
  );
  expect(refused.files.size).toBe(0);
});

it('composes nothing when the file dialog is closed', async () => {
  const { ask } = fileDialog();
  ask.mockRejectedValue(new DOMException('', 'AbortError'));
  const compose = vi.fn(async () => '');
  expect(await saveText('html', 'whole', compose)).toBe(false);
  expect(compose).not.toHaveBeenCalled();
});

it('keeps a complete file that is abandoned, and an empty one where the browser removes none', async () => {
  for (const [canRemove, written] of [
    [true, 'text'],
    [false, ''],
  ] as const) {
    const { files } = fileDialog({ canRemove });
    const destination = await openDestination('csv');
    await destination!.write(written);
    await destination!.finish();
    await destination!.abandon();
    expect([...files.values()]).toEqual([written]);
  }
});

it('opens one file dialog for a double click, and another one later', async () => {
  const { ask } = fileDialog();
  const opened = await Promise.all([openDestination('csv'), openDestination('csv')]);
  expect(opened.map((destination) => destination !== null)).toEqual([true, false]);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await openDestination('csv')).not.toBeNull();
});

it.each([
  ['AbortError', false],
  ['SecurityError', true],
])('opens after a dialog that ended with %s: %s', async (name, isOpen) => {
  const ask = async () => {
    throw new DOMException('', name);
  };
  vi.stubGlobal('window', { showSaveFilePicker: ask });
  expect((await openDestination('csv')) !== null).toBe(isOpen);
});
