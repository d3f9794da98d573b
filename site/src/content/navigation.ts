import { z } from 'zod';

const linkShape = z.object({ label: z.string().min(1).max(20), href: z.string().regex(/^(\/|#)/) });

/** The header: four anchors, the case study, three dialogs (contract P2.2). */
export const navigation = z
  .object({
    menu: z.string(),
    close: z.string(),
    links: z.array(linkShape).length(5),
    join: z.string(),
    login: z.string(),
    deck: z.string(),
  })
  .parse({
    menu: 'Menu',
    close: 'Close',
    links: [
      { label: 'New Rules', href: '#new-rules' },
      { label: 'Model', href: '#model' },
      { label: 'Roadmap', href: '#roadmap' },
      { label: 'Founders', href: '#founders' },
      { label: 'Case Study', href: '/case-study' },
    ],
    join: 'Join Us',
    login: 'Admin Login',
    deck: 'Request Investor Deck',
  });
