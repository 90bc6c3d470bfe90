import { z } from 'zod'
import { readMarkdown, type Prose } from '../markdown/read-markdown.ts'
import { categories, type Article, type Avatar } from './article.ts'
import { illustrationNames } from './illustrations/names.ts'

const files = import.meta.glob<string>('./posts/*.md', { query: '?raw', import: 'default', eager: true })

const tints = ['brand', 'violet', 'info', 'warning', 'success'] as const

const frontMatter = {
  title: z.string().min(1),
  excerpt: z.string().min(40).max(220),
  date: z.iso.date(),
  category: z.enum(categories),
  author: z.strictObject({ name: z.string().min(1), role: z.string().min(1) }),
  picture: z.enum(illustrationNames),
  featured: z.literal(true).optional(),
}

type FullArticle = { article: Article; prose: Prose }

const read = Object.entries(files)
  .map(([path, text]) => ({ id: slugOfFile(path), ...readMarkdown(path, text, frontMatter) }))
  .toSorted((a, b) => b.fields.date.localeCompare(a.fields.date))

/** Every article with its text, newest first. */
export const allArticles: readonly FullArticle[] = read.map(({ id, fields, prose }) => ({
  article: {
    id,
    title: fields.title,
    excerpt: fields.excerpt,
    date: fields.date,
    readTime: `${prose.readingMinutes} min read`,
    category: fields.category,
    image: fields.picture,
    author: { ...fields.author, avatar: avatarOf(fields.author.name) },
  },
  prose,
}))

export function featuredArticle(): Article {
  const featured = read.filter(({ fields }) => fields.featured)
  const [only] = featured
  if (!only || featured.length > 1) throw new Error(`One article must be featured, not ${featured.length}.`)
  return findArticle(only.id).article
}

export function findArticle(id: string): FullArticle {
  const found = allArticles.find(({ article }) => article.id === id)
  if (!found) throw new Error(`There is no article "${id}" in web/marketing/blog/posts.`)
  return found
}

/** What to read next: newest first, with the same category ahead of the others. */
export function relatedArticles(id: string, count = 3): Article[] {
  const { category } = findArticle(id).article
  const others = allArticles.map(({ article }) => article).filter((article) => article.id !== id)
  return [
    ...others.filter((article) => article.category === category),
    ...others.filter((article) => article.category !== category),
  ].slice(0, count)
}

/** `./posts/nearest-stop-first.md` → `nearest-stop-first` */
export function slugOfFile(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.md$/, '')
}

/** Derives the color from the name, so a person’s avatar looks the same everywhere. */
function avatarOf(name: string): Avatar {
  const names = name.split(' ')
  const initials = [names.at(0), names.at(-1)].map((word) => word?.[0]).join('')
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return { initials, tint: tints[sum % tints.length]! }
}
