import { brand, pages, questions } from './entries.ts';

/**
 * Returns a path's address for machines, absolute if the site was built with its public origin, otherwise the path
 * itself, which works at any address.
 */
export const addressOf = (path: string, site: URL | undefined): string =>
  site ? new URL(path, site).href : path;

/** A sample is no answer to give to a machine. */
const settled = [...questions.builders.entries, ...questions.investors.entries].filter(
  ({ sample }) => !sample,
);

/**
 * JSON-LD of the landing page, an organization, a website and an FAQ (contract P2.8), from the same texts as the
 * page.
 * @param site public origin of the site; without it addresses are relative, as JSON-LD reads them
 */
export function structuredData(site: URL | undefined) {
  const home = addressOf('/', site);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${home}#organization`,
        name: brand.name,
        slogan: brand.slogan,
        url: home,
        logo: addressOf('/icon-512.png', site),
        email: brand.email.contact,
      },
      {
        '@type': 'WebSite',
        '@id': `${home}#website`,
        name: brand.name,
        url: home,
        description: pages.landing.description,
        publisher: { '@id': `${home}#organization` },
      },
      {
        '@type': 'FAQPage',
        '@id': `${home}#questions`,
        mainEntity: settled.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  };
}
