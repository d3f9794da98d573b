/**
 * Replaces Vite's helper around dynamic imports. Browsers remember a failed import until the page is left, so a second
 * import would fail at once. Therefore the helper first fetches every file that the import needs, transitively and with
 * one retry, and imports only when all are in the browser's cache. After a failed fetch the next import tries again. If
 * the import itself fails, its error is marked `isRemembered`, because only a new page helps. Without a list of files
 * the helper starts with the file that the import names. It fetches no file twice.
 */
const HELPER = `
export const __vitePreload = async (load, files = []) => {
  const signal = AbortSignal.timeout(8e3);
  const loaded = self.loadedScripts ??= new Set(), asked = new Set(loaded);
  const ask = async (file) => {
    const answer = await fetch('/' + file, { signal });
    if (!/script/.test(answer.ok && answer.headers.get('content-type'))) throw Error();
    return answer.text();
  };
  const askAll = (files) => Promise.all(files.map(async (file) => {
    if (asked.has(file)) return;
    asked.add(file);
    const text = await ask(file).catch(() => ask(file));
    return askAll([...text.matchAll(/[mt]"\\.\\/([^"]+)/g)].map(([, name]) => '_astro/' + name));
  }));
  await askAll(files.length ? files : ['_astro' + /[.]([/][^)]+js)/.exec(load)[1]]);
  asked.forEach((file) => loaded.add(file));
  return load().catch((error) => { throw Object.assign(error, { isRemembered: 1 }); });
};`;

/** Modules that the entry scripts of several pages share. Each entry script gets a copy (`resolveId`). */
const COPIED = /(vite\/preload-helper|keep-first-touch|\/hydrate)(\.js|\.ts)$/;

/**
 * Lists the files that an import needs. The landing page lists none, because the names would be a fifth of its script,
 * and the helper finds the first file in the import and the others in that file.
 * @type {import('vite').ResolveModulePreloadDependenciesFn}
 */
const resolveDependencies = (file, dependencies, { hostId }) =>
  hostId.includes('index.astro') ? [] : dependencies.length === 0 ? [file] : dependencies;

/** @returns {import('vite').Plugin} */
export function lightPreload() {
  return {
    name: 'solostead:light-preload',
    enforce: 'pre',
    configEnvironment: (name) =>
      name === 'client' ? { build: { modulePreload: { polyfill: false, resolveDependencies } } } : null,
    // With a copy for each importer, the entry script of a page stays one file without imports.
    async resolveId(id, importer = '') {
      if (!COPIED.test(id)) return null;
      const copy = `?for=${importer.replace(/\W+/g, '-')}`;
      if (id.includes('preload-helper')) return `\0vite/preload-helper.js${copy}`;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved && `${resolved.id}${copy}`;
    },
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => HELPER,
    },
  };
}
