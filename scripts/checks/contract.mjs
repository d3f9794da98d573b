// Keeps docs/contract/product.md and server/docs/contract.md in sync with the code: each rule is cited by a file that keeps it and by a test, and each
// citation, written "contract P5.3" or "contract A2.1, A2.2", names an existing rule.
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

const contracts = ['docs/contract/product.md', 'server/docs/contract.md'];

const CITATION = /\bcontract ((?:[PA]\d+\.\d+)(?:(?:, | and )[PA]\d+\.\d+)*)/g;
const RULE = /^- \*\*([PA]\d+\.\d+)\*\*/gm;
const CODE = /\.(ts|tsx|astro|mjs|sql|css|toml)$/;
const TEST = /\.(test|spec)\.tsx?$|^tests\//;

/** @returns {Map<string, string>} the file of each rule */
function rules() {
  const found = new Map();
  for (const file of contracts) {
    for (const [, id] of readFileSync(fromRoot(file), 'utf8').matchAll(RULE)) {
      if (found.has(id)) throw new Error(`${file} numbers ${id} a second time.`);
      found.set(id, file);
    }
  }
  return found;
}

/** @returns {{ id: string, file: string, isTest: boolean }[]} */
function citations() {
  return listFiles()
    .filter((file) => CODE.test(file) && file !== 'scripts/checks/contract.mjs')
    .flatMap((file) =>
      [...readFileSync(fromRoot(file), 'utf8').matchAll(CITATION)].flatMap(([, ids]) =>
        ids.split(/, | and /).map((id) => ({ id, file, isTest: TEST.test(file) })),
      ),
    );
}

const known = rules();
const cited = citations();
const problems = cited
  .filter(({ id }) => !known.has(id))
  .map(({ id, file }) => `${file} cites ${id}, which is no rule`);
for (const [id, file] of known) {
  for (const kind of ['code', 'test']) {
    if (!cited.some((citation) => citation.id === id && citation.isTest === (kind === 'test')))
      problems.push(`${file}: no ${kind} cites ${id}`);
  }
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
