import type { z } from 'zod'
import { splitFrontMatter } from './front-matter.ts'
import { renderMarkdown, type ContentsEntry } from './render-markdown.ts'

/** What a page shows of its text. Plain data: it travels to the page as it is. */
export type Prose = { html: string; contents: ContentsEntry[]; readingMinutes: number }

const wordsPerMinute = 230

/**
 * Reads one Markdown file at build time: front matter checked against `shape`, the body as HTML. Throws a `MarkdownError`,
 * which ends the build, where the file is not as it should be.
 */
export function readMarkdown<Shape extends z.ZodRawShape>(file: string, text: string, shape: Shape) {
  const { fields, body } = splitFrontMatter(file, text, shape)
  const { html, contents, words } = renderMarkdown(file, body)
  const prose: Prose = { html, contents, readingMinutes: Math.max(1, Math.round(words / wordsPerMinute)) }
  return { fields, prose }
}
