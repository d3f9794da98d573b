import { Command, CommanderError, Option } from '@commander-js/extra-typings';
import { type Finding, warning } from './findings.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Shorter names of the environment are those of shells and systems, such as HOME. */
const MIN_LENGTH = 8;

/** A misspelt name is the reason why the variable that was meant is not set, so other findings about that are left out. */
export const withoutConsequences = (found: readonly Finding[], misspelt: readonly Finding[]): Finding[] => {
  const meant = misspelt.map(({ message }) => /(\w+)\?$/.exec(message)![1]!);
  const isConsequence = ({ state, message }: Finding) =>
    state === 'warning' &&
    meant.some((name) => message.includes(`${name} is`) || message.includes(`set ${name}`));
  return [...misspelt, ...found.filter((finding) => !isConsequence(finding))];
};

/**
 * Reports each unknown name of `.env`, and of the environment that an image or a unit gives, that is close to a known
 * one. Other names may be for other programs.
 */
export function checkVariableNames(
  envFile: Variables,
  environment: Variables,
  known: readonly string[],
): Finding[] {
  const present = [
    ...Object.keys(envFile).map((name) => ['.env', name] as const),
    ...Object.keys(environment)
      .filter((name) => name.length >= MIN_LENGTH && !(name in envFile))
      .map((name) => ['The environment', name] as const),
  ];
  return present.flatMap(([where, name]) => {
    const nearest = known.includes(name) ? null : nearestName(name, known);
    return nearest
      ? [warning('configuration', `${where} sets ${name}, which nothing reads: did you mean ${nearest}?`)]
      : [];
  });
}

/** Returns the name that the commands' parser would suggest, or null. */
function nearestName(name: string, known: readonly string[]): string | null {
  const parser = new Command()
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .helpOption(false);
  for (const each of new Set(known)) parser.addOption(new Option(`--${each}`));
  try {
    parser.parse([`--${name}`], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return /\(Did you mean (?:one of )?--(\w+)/.exec(error.message)?.[1] ?? null;
  }
}
