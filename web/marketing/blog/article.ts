import type { IllustrationName } from './illustrations/names.ts'

/** Every article has exactly one category. */
export const categories = ['Route Planning', 'Operations', 'Customer Experience', 'Industry', 'Engineering'] as const
export type Category = (typeof categories)[number]

export type Author = { name: string; role: string; avatar: Avatar }

export type Avatar = { initials: string; tint: 'brand' | 'info' | 'violet' | 'warning' | 'success' }

/** An article as lists show it. Plain data, so the build can write it into the page. */
export type Article = {
  /** The last part of its URL. */
  id: string
  title: string
  excerpt: string
  /** Publication date, such as `2026-11-12`. */
  date: string
  /** Such as `6 min read`. */
  readTime: string
  category: Category
  image: IllustrationName
  author: Author
}

type CaseStudyIcon = 'shopping-bag' | 'warehouse' | 'leaf'

/** A case study as lists show it. */
export type CaseStudy = {
  id: number
  /** The last part of its URL. */
  slug: string
  title: string
  description: string
  industry: string
  results: readonly string[]
  image: IllustrationName
  icon: CaseStudyIcon
}

export const articlePath = (article: Pick<Article, 'id'>) => `/blog/${article.id}`
export const caseStudyPath = (study: Pick<CaseStudy, 'slug'>) => `/blog/case-studies/${study.slug}`

/** `2026-11-12` → `November 12, 2026`, in every time zone. */
export function longDay(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
