import type { z } from 'zod'
import { splitFrontMatter } from './front-matter.ts'
import { renderMarkdown, type ContentsEntry } from './render-markdown.ts'

/** What a page shows of a text. Plain data, so the build can write it into the page. */
export type Prose = { html: string; contents: ContentsEntry[]; readingMinutes: number }

const wordsPerMinute = 230

/**
 * Reads a Markdown file at build time: validates its front matter against `shape` and renders the body as HTML.
 * @throws MarkdownError, which fails the build
 */
export function readMarkdown<Shape extends z.ZodRawShape>(file: string, text: string, shape: Shape) {
  const { fields, body } = splitFrontMatter(file, text, shape)
  const { html, contents, words } = renderMarkdown(file, body)
  const prose: Prose = { html, contents, readingMinutes: Math.max(1, Math.round(words / wordsPerMinute)) }
  return { fields, prose }
}
