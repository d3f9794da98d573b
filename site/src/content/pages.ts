import { z } from 'zod';

/** A title that search results show whole, and a description that fits under it. */
const pageShape = z.object({
  title: z.string().min(8).max(60),
  description: z.string().min(50).max(160),
});

/** Title and description of each page (contract P2.1), by its route. */
export const pages = z
  .record(
    z.enum(['landing', 'caseStudy', 'confirmEmail', 'admin', 'notFound', 'joinAnswer', 'confirmAnswer']),
    pageShape,
  )
  .parse({
    landing: {
      title: 'Solostead: a software lab where the team is one person',
      description:
        'Solostead backs experienced solo developers who build and ship whole products with AI. Builders keep 75% of revenue and equity.',
    },
    caseStudy: {
      title: 'Built solo in 72 hours: a Solostead case study',
      description:
        'How one developer designed, built and shipped a marketplace for automation workflows in 72 hours, hour by hour.',
    },
    confirmEmail: {
      title: 'Confirm your email: Solostead',
      description:
        'The last step of an application to Solostead: confirming that the email address is yours.',
    },
    admin: {
      title: 'Admin Dashboard: Solostead',
      description:
        'The place where the lab reads and answers applications. For signed-in admins of Solostead only.',
    },
    joinAnswer: {
      title: '— Solostead',
      description:
        'The answer to an application that was sent to Solostead without JavaScript in the browser.',
    },
    confirmAnswer: {
      title: '— Solostead',
      description:
        'The answer to a confirmation that was sent to Solostead without JavaScript in the browser.',
    },
    notFound: {
      title: 'Page not found: Solostead',
      description:
        'There is no page at this address. The way back to the front page of Solostead starts here.',
    },
  });
