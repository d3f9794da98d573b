import type { Switches } from '../catalogue/catalogue.ts';
import { unavailableMediaTypes } from '../errors.ts';
import { type MediaType, parseMediaType } from '../parse/media.ts';

export interface Format {
  readonly shape: 'array' | 'object' | 'csv';
  readonly stripsNulls: boolean;
  readonly contentType: string;
  /** Options of EXPLAIN where the answer is the plan of the statement for such rows, otherwise null. */
  readonly explain: Explain | null;
}

export interface Explain {
  readonly format: 'text' | 'json';
  readonly options: readonly ('analyze' | 'verbose' | 'settings' | 'buffers' | 'wal')[];
}

const CHARSET = '; charset=utf-8';

/** The first format the client accepts that we can give. */
export function negotiate(accepted: readonly MediaType[], switches: Switches): Format {
  for (const media of accepted) {
    const format = available(media, switches);
    if (format) return format;
  }
  throw unavailableMediaTypes(accepted.map(({ text }) => text));
}

function available(media: MediaType, switches: Switches): Format | null {
  const isStripped = media.parameters['nulls'] === 'stripped';
  const format = (shape: Format['shape'], type: string, stripsNulls = false): Format => ({
    shape,
    stripsNulls,
    contentType: `${type}${stripsNulls ? ';nulls=stripped' : ''}${CHARSET}`,
    explain: null,
  });
  switch (media.type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return format('array', 'application/json');
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return isStripped
        ? format('array', 'application/vnd.pgrst.array+json', true)
        : format('array', 'application/json');
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return format('object', 'application/vnd.pgrst.object+json', isStripped);
    case 'text/*':
    case 'text/csv':
      return format('csv', 'text/csv');
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
    case 'application/vnd.pgrst.plan+json':
      return switches.plans ? planFormat(media, switches) : null;
    default:
      return null;
  }
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

function planFormat(media: MediaType, switches: Switches): Format | null {
  const of = available(parseMediaType(media.parameters['for'] ?? 'application/json'), switches);
  if (!of || of.explain) return null;
  const requested = (media.parameters['options'] ?? '').split('|');
  const format = media.type.endsWith('json') ? 'json' : 'text';
  const options = explainOptions.filter((option) => requested.includes(option));
  const listed = options.length > 0 ? `; options=${options.join('|')}` : '';
  const described = of.contentType.replace(CHARSET, '');
  return {
    ...of,
    contentType: `application/vnd.pgrst.plan+${format}; for="${described}"${listed}${CHARSET}`,
    explain: { format, options },
  };
}
