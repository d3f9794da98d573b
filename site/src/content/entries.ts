import { getEntry } from 'astro:content';
import type { Content } from './read/read-content.ts';
import type { ContentName } from './schema/files.ts';

/** The text of one file, as its schema (schema/files.ts) describes it. */
async function content<Name extends ContentName>(name: Name): Promise<Content<Name>> {
  const entry = await getEntry({ collection: name, id: name });
  if (!entry) throw new Error(`The content ${name} was not loaded.`);
  return entry.data as Content<Name>;
}

export const brand = await content('brand');
export const landing = await content('landing');
export const questions = await content('questions');
export const caseStudy = await content('caseStudy');
export const announcements = await content('announcements');
export const navigation = await content('navigation');
export const pages = await content('pages');
export const joinForm = await content('joinForm');
export const confirmEmail = await content('confirmEmail');
export const myApplication = await content('myApplication');
export const offer = await content('offer');
export const agreement = await content('agreement');
export const terms = await content('terms');
export const notFound = await content('notFound');
