const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const match = (list: readonly [RegExp, string][], text: string) =>
  list.find(([form]) => form.test(text))?.[1];

/** Returns 'Firefox on Linux' for a browser's user agent, or null for an unknown one. */
export function nameDevice(userAgent: string | null): string | null {
  const browser = match(browsers, userAgent ?? '');
  const system = match(systems, userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
