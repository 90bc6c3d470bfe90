import { z } from 'zod'
import { readMarkdown } from '../markdown/read-markdown.ts'
import privacy from './privacy.md?raw'
import terms from './terms.md?raw'

const frontMatter = {
  title: z.string().min(1),
  description: z.string().min(40).max(165),
  updated: z.iso.date(),
}

const texts = {
  privacy: readMarkdown('legal/privacy.md', privacy, frontMatter),
  terms: readMarkdown('legal/terms.md', terms, frontMatter),
}

/** A legal text by the last part of its URL. */
export function findLegalText(name: string) {
  if (name !== 'privacy' && name !== 'terms') throw new Error(`There is no legal text "${name}".`)
  return { name, ...texts[name] }
}
