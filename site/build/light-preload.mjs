/**
 * Vite's helper around dynamic imports weighs 0.8 KB compressed, a third of what a page may start with. This one does
 * what the site needs of it: asks for everything an import needs at once.
 */
const helper = `
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  }
  return load();
};`;

/** @returns {import('vite').Plugin} */
export function lightPreload() {
  return {
    name: 'solostead:light-preload',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => helper,
    },
  };
}
