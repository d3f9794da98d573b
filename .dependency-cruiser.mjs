/** The allowed import directions between folders. README.md has the map. */

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const FEATURES = '^site/src/(landing|case-study|application|admin)/';
const CONTRACT = '^supabase/functions/_shared/contract/';

/** The zones of the review area from the ground up; a screen is apart from the others, and only `AdminArea` enters by `workspace/`. */
const REVIEW = '^site/src/admin/review/';
const reviewRules = [
  forbid(
    'review-kernel-looks-up',
    'kernel < shared, moves < screens < workspace.',
    { path: `${REVIEW}kernel/` },
    { path: REVIEW, pathNot: `${REVIEW}kernel/` },
  ),
  forbid(
    'review-feature-apart',
    'A shared feature imports kernel and shared/person, and no other one.',
    { path: `${REVIEW}shared/([^/]+)/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared/(person|$1))/` },
  ),
  forbid(
    'review-moves-look-up',
    'kernel < moves < screens < workspace.',
    { path: `${REVIEW}moves/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|moves)/` },
  ),
  forbid(
    'review-screen-apart',
    'A screen imports kernel, shared and moves, and no other screen.',
    { path: `${REVIEW}screens/([^/]+)/` },
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared|moves|screens/$1)/` },
  ),
  forbid(
    'review-has-five-zones',
    'A file of the review is in kernel, a feature of shared, moves, a screen or workspace.',
    { path: REVIEW, pathNot: `${REVIEW}(kernel|shared/[^/]+|moves|screens/[^/]+|workspace)/` },
    {},
  ),
  forbid(
    'review-entered-by-workspace',
    'The admin area opens the review; nothing of the review is read elsewhere.',
    { path: '^site/src/admin/', pathNot: `${REVIEW}|^site/src/admin/AdminArea\\.tsx$|\\.test\\.ts$` },
    { path: REVIEW },
  ),
];

export default {
  forbidden: [
    forbid('no-cycles', 'A circle of imports has no beginning to read from.', {}, { circular: true }),
    {
      ...forbid(
        'no-cycles-of-folders',
        'Folders of the admin area import in one direction.',
        { path: '^site/src/admin' },
        { circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'site-apart-from-server',
      'The site knows only the wire and the contract of an application.',
      { path: '^site/' },
      { path: '^(server|lab|supabase|tests|bench)/', pathNot: CONTRACT },
    ),
    forbid(
      'lab-apart-from-site',
      'The lab composes the server; pages reach it as files.',
      { path: '^lab/' },
      { path: '^(site|tests|bench)/' },
    ),
    forbid(
      'server-without-commands',
      'What a server loads and does not need is memory of an idle one.',
      { path: '^lab/src/(lab|serve-lab)\\.ts$' },
      { path: '^server/src/commands/', reachable: true },
    ),
    forbid(
      'http-by-process',
      'An import reads all exports, and so loads `fetch`: take the module from process.getBuiltinModule.',
      { path: '^(server|lab)/src/', pathNot: '\\.test\\.ts$' },
      { path: '^http$', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    ),
    forbid(
      'tests-are-black-box',
      "Tests know addresses, the contract, the helpers of the server's tests and server/start.mjs only.",
      { path: '^(tests|bench)/' },
      { path: '^(site|server|lab)/', pathNot: '^server/(testkit/|src/entries/|start\\.mjs$)' },
    ),
    forbid(
      'server-by-name',
      'The rest of the repository imports the entries of @solostead/server and its test kit by name, scripts server/start.mjs, and `npm run mutate` its deliberate faults.',
      { path: '^(site|lab|tests|bench|deploy|supabase|scripts)/' },
      {
        path: '^server/',
        pathNot: '^server/(start\\.mjs$|tests/mutations/)',
        dependencyTypesNot: ['aliased-workspace', 'undetermined'],
      },
    ),
    forbid(
      'contract-stands-alone',
      'The contract is data and pure functions, without dependencies, that every room but the server may import.',
      { path: CONTRACT, pathNot: '\\.test\\.ts$' },
      { pathNot: CONTRACT },
    ),
    forbid(
      'functions-are-portable',
      'Functions run on Supabase too.',
      { path: '^supabase/', pathNot: '\\.test\\.ts$' },
      { path: '^(site|server|lab|tests|bench)/' },
    ),
    forbid(
      'feature-apart',
      'A feature imports no other feature.',
      { path: FEATURES },
      { path: FEATURES, pathNot: '^site/src/$1/' },
    ),
    forbid(
      'ui-has-no-domain',
      'Primitives know no feature.',
      { path: '^site/src/(ui|supabase)/' },
      { path: '^site/src/(landing|case-study|application|admin|pages|layouts|content)/' },
    ),
    forbid(
      'content-is-handed-down',
      'Only pages and the landing page read content.',
      { path: '^site/src/(case-study|application|admin)/' },
      { path: '^site/src/content/', dependencyTypesNot: ['type-only'] },
    ),
    ...reviewRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.astro|\\.cache)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'types', 'default'],
    },
  },
};
