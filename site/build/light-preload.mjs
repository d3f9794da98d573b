/**
 * Takes the place of Vite's helper around dynamic imports. Browsers remember a module that failed to load, and every
 * module it imports, until the page is left: no second import asks again. So each file an import needs is fetched
 * first, with what those files import, a failed one twice; only when all are in the browser's cache does the import
 * begin. A failed fetch leaves nothing behind, and the next import asks again. An import that fails in spite
 * of that is marked `isRemembered`: only a new page helps. Without a list of files, the one that the import names begins.
 * What one import has brought, none asks for again.
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

/** Modules of several pages' own scripts; see below. */
const COPIED = /(vite\/preload-helper|keep-first-touch|\/hydrate)(\.js|\.ts)$/;

/**
 * What an import is said to need. The landing page says nothing: the names would be a fifth of its script, and the
 * helper finds the first in the import and the others in the first.
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
    // A copy for each importer: the script that starts a page is one file, which can be asked for by another address.
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
