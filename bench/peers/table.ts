import type { Figure, Race } from './race.ts';

/** A start until the first row is read. */
export interface Start {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export interface Figures {
  readonly contestants: readonly {
    readonly name: string;
    readonly what: string;
    readonly lacks: readonly string[];
    readonly failed: string | undefined;
  }[];
  /** By contestant's name. */
  readonly starts: Readonly<Record<string, Start>>;
  /** By contestant's name, all processes. */
  readonly memoryMiB: Readonly<Record<string, number>>;
  /** The status of a duplicate, by contestant's name. */
  readonly duplicateStatus: Readonly<Record<string, number>>;
  readonly tasks: Race;
}

/** Returns a table with a row per task and a column per contestant, followed by a description of each contestant. */
export function tableOf(figures: Figures): string {
  const { contestants, starts, memoryMiB, duplicateStatus, tasks } = figures;
  const names = contestants.map(({ name }) => name);
  const plain = (of: Readonly<Record<string, number>>, unit: string) => (name: string) =>
    of[name] === undefined ? '–' : `${of[name]} ${unit}`.trim();
  const startCell = (name: string) => {
    const start = starts[name];
    return start ? `${start.seconds} s, cpu ${start.cpuSeconds} s` : '–';
  };
  const rows = [
    ['', ...names],
    ...Object.entries(tasks).map(([task, of]) => [task, ...names.map((name) => cell(of[name]))]),
    ['idle memory (PSS)', ...names.map(plain(memoryMiB, 'MiB'))],
    ['warm start until the first row', ...names.map(startCell)],
    ['status of a duplicate', ...names.map(plain(duplicateStatus, ''))],
  ];
  const widths = names.concat('').map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
  const notes = contestants.flatMap(({ name, what, lacks, failed }) => [
    `${name}: ${what}`,
    ...lacks.map((lack) => `  lacks: ${lack}`),
    ...(failed ? [`  not measured: ${failed}`] : []),
  ]);
  const legend = 'p99 and cpu (of the server with its database, each) in milliseconds; medians of the rounds';
  return [...lines, legend, '', ...notes].map((line) => `  ${line}`.trimEnd()).join('\n');
}

/** The rate, 99th percentile and processor time of a task, or the reason of its failure. */
function cell(figure: Figure | string | undefined): string {
  if (figure === undefined) return '–';
  if (typeof figure === 'string') return `failed: ${figure}`;
  const { perSecond, p99Ms, processorMs, refused } = figure;
  const wrong = refused > 0 ? `, ${refused} refused` : '';
  return `${perSecond}/s, p99 ${Math.round(p99Ms)}, cpu ${processorMs}${wrong}`;
}
