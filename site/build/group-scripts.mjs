/** Modules that identify the groups, by the ends of their ids. */
const roots = {
  admin: /_hydrators\/hydrate-admin\.tsx$/,
  login: /_hydrators\/hydrate-login\.tsx$/,
  visitors: /_hydrators\/hydrate-(?!admin|login)[\w-]+\.tsx$/,
  account: /admin\/account\/AccountView\.tsx$/,
  review: /admin\/review\/workspace\/Review\.tsx$/,
};

const REACT = /node_modules\/(react|react-dom|scheduler)\//;

/** In a separate file, because only visitors who open the form need it. */
const ZOD = /node_modules\/zod\//;

/** @typedef {Record<keyof typeof roots, ReadonlySet<string>>} Needs each root with its static imports */

/**
 * Returns the file that a module belongs to, or null to leave it to the bundler. The little that visitors' and admins'
 * pages share is in React's file, which both load anyway.
 * @param {string} id @param {Needs} needs @returns {string | null}
 */
function fileOf(id, { admin, login, visitors, account, review }) {
  const isAdmins = admin.has(id) || login.has(id) || review.has(id) || account.has(id);
  if (ZOD.test(id)) return 'zod';
  if (REACT.test(id) || (visitors.has(id) && isAdmins)) return 'react';
  if (admin.has(id)) return login.has(id) ? 'sign-in' : 'hydrate-admin';
  if (review.has(id)) return account.has(id) ? 'admin-data' : 'review';
  return null;
}

/** @param {import('rolldown').PluginContext} graph @returns {Needs} */
function readNeeds(graph) {
  const ids = [...graph.getModuleIds()];
  const needsOf = (/** @type {RegExp} */ root) => {
    const found = new Set(ids.filter((id) => root.test(id)));
    if (found.size === 0)
      throw new Error(`No module of the site is ${root}: build/group-scripts.mjs groups files by it.`);
    // Iterating a set includes entries added during the loop.
    for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((imported) => found.add(imported));
    return found;
  };
  return /** @type {Needs} */ (
    Object.fromEntries(Object.entries(roots).map(([name, root]) => [name, needsOf(root)]))
  );
}

/**
 * Groups the first scripts of the admin area into a few files. Divided by the bundler they were fifty, and so many
 * requests cost a browser more time than running the scripts.
 * @returns {import('vite').Plugin}
 */
export function groupScripts() {
  /** @type {Needs | undefined} */
  let needs;
  const codeSplitting = {
    groups: [
      {
        name: (/** @type {string} */ id) => (needs ? fileOf(id, needs) : null),
        // Otherwise a group would also take what visitors' pages need.
        includeDependenciesRecursively: false,
      },
    ],
  };
  return {
    name: 'solostead:group-scripts',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: { preserveEntrySignatures: 'allow-extension', output: { codeSplitting } },
            },
          }
        : null,
    buildEnd() {
      if (this.environment.name === 'client') needs = readNeeds(this);
    },
  };
}
