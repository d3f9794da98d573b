import { brand } from '../content/entries.ts';

/** Name, colours and icons for a home screen. */
export function GET(): Response {
  return new Response(
    JSON.stringify({
      name: brand.name,
      short_name: brand.name,
      description: brand.slogan,
      start_url: '/',
      display: 'browser',
      background_color: '#f5f7f4',
      theme_color: '#f5f7f4',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  );
}
