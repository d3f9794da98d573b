import { fileURLToPath } from 'node:url';
import { defineCollection } from 'astro:content';
import type { Loader } from 'astro/loaders';
import { contentFiles, type ContentName } from './content/schema/files.ts';
import { ContentError, readContent } from './content/schema/read-content.ts';

/** One file of text as a collection of one entry. A mistake stops the build; `npm run dev` says it and shows what was right last. */
function contentFile(name: ContentName): Loader {
  return {
    name: 'content-file',
    load: async ({ config, store, watcher, logger, generateDigest }) => {
      const folder = fileURLToPath(new URL('content/', config.srcDir));
      const read = () => {
        const data = readContent(folder, name);
        store.set({ id: name, data, digest: generateDigest(data) });
      };
      read();
      const files = [contentFiles[name].file, contentFiles.brand.file].map((file) => folder + file);
      watcher?.add(files);
      watcher?.on('change', (changed) => {
        if (!files.includes(changed)) return;
        try {
          read();
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          logger.error(error.message);
        }
      });
    },
  };
}

/** Every text of the pages, from the files in src/content. */
export const collections = {
  brand: defineCollection({ loader: contentFile('brand'), schema: contentFiles.brand.shape }),
  landing: defineCollection({ loader: contentFile('landing'), schema: contentFiles.landing.shape }),
  caseStudy: defineCollection({ loader: contentFile('caseStudy'), schema: contentFiles.caseStudy.shape }),
  announcements: defineCollection({
    loader: contentFile('announcements'),
    schema: contentFiles.announcements.shape,
  }),
  navigation: defineCollection({ loader: contentFile('navigation'), schema: contentFiles.navigation.shape }),
  pages: defineCollection({ loader: contentFile('pages'), schema: contentFiles.pages.shape }),
  joinForm: defineCollection({ loader: contentFile('joinForm'), schema: contentFiles.joinForm.shape }),
  confirmEmail: defineCollection({
    loader: contentFile('confirmEmail'),
    schema: contentFiles.confirmEmail.shape,
  }),
  notFound: defineCollection({ loader: contentFile('notFound'), schema: contentFiles.notFound.shape }),
};
