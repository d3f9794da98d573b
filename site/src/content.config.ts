import { fileURLToPath } from 'node:url';
import { defineCollection } from 'astro:content';
import type { Loader, LoaderContext } from 'astro/loaders';
import { contentFiles, type ContentName, legalPages, legalShape } from './content/schema/files.ts';
import { readContent } from './content/read/read-content.ts';
import { readLegal } from './content/read/read-legal.ts';
import { ContentError } from './content/read/fill.ts';

/**
 * Reads files of src/content. A mistake stops the build. `npm run dev` reports it and keeps the last valid content.
 * @param own what the names of its files begin with: a mistake in another file is for that file's loader to say
 * @param read puts entries into the store; `folder` is src/content
 */
function contentLoader(
  own: string,
  read: (folder: string, context: LoaderContext) => void | Promise<void>,
): Loader {
  return {
    name: 'solostead:content',
    load: async (context) => {
      const folder = fileURLToPath(new URL('content/', context.config.srcDir));
      await read(folder, context);
      context.watcher?.add(folder);
      context.watcher?.on('change', async (changed) => {
        if (!changed.startsWith(folder) || !/\.(yaml|md)$/.test(changed)) return;
        try {
          await read(folder, context);
        } catch (error) {
          if (!(error instanceof ContentError)) throw error;
          if (error.message.startsWith(own)) context.logger.error(error.message);
        }
      });
    },
  };
}

/** One file of text as a collection of one entry. */
const oneFile = (name: ContentName) =>
  defineCollection({
    loader: contentLoader(contentFiles[name].file, (folder, { store, generateDigest }) => {
      const data = readContent(folder, name);
      store.set({ id: name, data, digest: generateDigest(data) });
    }),
  });

const names = Object.keys(contentFiles) as ContentName[];

/** Every text of the pages, from the files in src/content. */
export const collections = {
  ...(Object.fromEntries(names.map((name) => [name, oneFile(name)])) as Record<
    ContentName,
    ReturnType<typeof oneFile>
  >),
  legal: defineCollection({
    loader: contentLoader('legal/', async (folder, { store, generateDigest, renderMarkdown }) => {
      for (const id of legalPages) {
        const { data, body } = readLegal(folder, id);
        const rendered = await renderMarkdown(body);
        store.set({ id, data, body, rendered, digest: generateDigest({ ...data, body }) });
      }
    }),
    schema: legalShape,
  }),
};
