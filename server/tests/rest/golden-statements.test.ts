import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from './fixtures.ts';

describe('PostgreSQL takes every statement of the golden files, on the schema of fixture.sql', () => {
  it.for(groups)('%s', async (group, { lab }) => {
    const refused: string[] = [];
    const scenarios = scenariosOf(group);
    for (const [title, statements] of scenarios)
      for (const statement of statements) {
        // An EXPLAIN is prepared for what it explains.
        const text = statement.trim().replace(/^explain \([^)]*\)/, '');
        await lab
          .sql(
            `do $do$ begin
               set local search_path = lab, public, extensions;
               execute 'prepare golden as ' || ${quoted(text)};
               deallocate golden;
             end $do$`,
          )
          .catch((error: Error) => refused.push(`${title}: ${error.message}\n${text}`));
      }
    expect(scenarios.length).toBeGreaterThan(5);
    expect(refused).toEqual([]);
  });
});

/** The statements that unit tests of the data API compare, written by them as files (`server/src/rest/golden`). */
const folder = join(import.meta.dirname, '../../src/rest/golden');
const groups = readdirSync(folder).filter((name) => name.endsWith('.golden.sql'));

/** Text of PostgreSQL that holds anything. */
const quoted = (text: string) => `$golden$${text}$golden$`;

const scenariosOf = (group: string) =>
  readFileSync(join(folder, group), 'utf8')
    .split(/^---- /m)
    .slice(1)
    .map((block): [string, string[]] => {
      const [title = '', ...lines] = block.split('\n');
      const sql = lines.filter((line) => !line.startsWith('-- ')).join('\n');
      return [title, sql.split(/;$/m).filter((statement) => statement.trim() !== '')];
    });
