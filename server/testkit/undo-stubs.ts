import { afterEach, vi } from 'vitest';

// Unit tests of one worker share their globals, so none may leave a stub or a fake clock behind.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
