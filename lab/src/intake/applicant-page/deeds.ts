import { completeLink } from '../../../../supabase/functions/_shared/contract/evidence.ts';

/** A procedure of the page and what it takes besides the link's secret. */
interface Deed {
  readonly procedure: string;
  readonly parameters: Readonly<Record<string, string>>;
}

type Reader = (typed: (name: string) => string) => Deed;

/** What each press of the page asks the database for; a form of any other is answered with the page as it is. */
const readers: Readonly<Record<string, Reader>> = {
  correct: (typed) => ({
    procedure: 'my_application_correct',
    parameters: { name: typed('name'), linkedin: typed('linkedin'), sectors: typed('sectors') },
  }),
  show: (typed) => ({
    procedure: 'my_application_show',
    parameters: {
      link: completeLink(typed('link')),
      repository: completeLink(typed('repository')),
      words: typed('words'),
    },
  }),
  'take-back': () => ({
    procedure: 'my_application_show',
    parameters: { link: '', repository: '', words: '' },
  }),
  withdraw: () => ({ procedure: 'my_application_withdraw', parameters: {} }),
  erase: () => ({ procedure: 'my_application_erase', parameters: {} }),
  undo: (typed) => ({ procedure: 'my_application_undo', parameters: { request: typed('request') } }),
  renew: () => ({ procedure: 'my_application_renew', parameters: {} }),
  download: () => ({ procedure: 'my_application_download', parameters: {} }),
};

/** What a form asks for; erasing takes a second sign, as a dialog asks for one where there is script. */
export function deedOf(form: URLSearchParams): Deed | 'not_sure' {
  const name = form.get('deed') ?? '';
  if (name === 'erase' && !form.has('sure')) return 'not_sure';
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  return read?.((field) => (form.get(field) ?? '').trim()) ?? { procedure: 'my_application', parameters: {} };
}
