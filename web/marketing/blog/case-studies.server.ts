import { z } from 'zod'
import { readMarkdown, type Prose } from '../markdown/read-markdown.ts'
import type { CaseStudy } from './article.ts'
import { slugOfFile } from './articles.server.ts'
import { illustrationNames } from './illustrations/names.ts'

const files = import.meta.glob<string>('./case-studies/*.md', { query: '?raw', import: 'default', eager: true })

const frontMatter = {
  id: z.int().positive(),
  title: z.string().min(1),
  description: z.string().min(40).max(220),
  industry: z.enum(['Retail & E-commerce', '3PL & Logistics', 'Sustainability']),
  results: z.array(z.string().min(1)).length(3),
  picture: z.enum(illustrationNames),
  icon: z.enum(['shopping-bag', 'warehouse', 'leaf']),
}

type FullCaseStudy = { study: CaseStudy; prose: Prose }

/** Every case study with its text, in order of its number. */
export const allCaseStudies: readonly FullCaseStudy[] = Object.entries(files)
  .map(([path, text]) => {
    const { fields, prose } = readMarkdown(path, text, frontMatter)
    const { picture, ...rest } = fields
    return { study: { ...rest, slug: slugOfFile(path), image: picture }, prose }
  })
  .toSorted((a, b) => a.study.id - b.study.id)

export function findCaseStudy(slug: string): FullCaseStudy {
  const found = allCaseStudies.find(({ study }) => study.slug === slug)
  if (!found) throw new Error(`There is no case study "${slug}" in web/marketing/blog/case-studies.`)
  return found
}
