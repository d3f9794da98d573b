/**
 * Who the site speaks for. Everything with "sample" or "example" in it is a placeholder to replace before going live;
 * `npm run check:launch` lists what is left.
 * Plain data, so that forms can carry it without a schema library; brand-shape.ts checks it in every build.
 */
export const brand = {
  name: 'Solostead',
  slogan: 'A software innovation lab for solo builders',
  email: {
    contact: 'hello@solostead.example',
    onboarding: 'onboarding@solostead.example',
    security: 'security@solostead.example',
  },
  address: ['Solostead', 'Sample Street 1', '00000 Sample City', 'Exampleland'],
  ceoProfile: 'https://www.linkedin.com/in/sample-ceo',
  cooProfile: 'https://www.linkedin.com/in/sample-coo',
  disclaimer:
    'This website is not an offer of securities or a solicitation of an offer to buy them. It describes how the lab ' +
    'works; its targets are plans, not promises of results.',
};
