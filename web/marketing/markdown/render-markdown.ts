import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#domain/escape-html.ts'
import { makeHeadingIds } from './heading-ids.ts'
import { MarkdownError } from './front-matter.ts'

export type ContentsEntry = { id: string; title: string }
type Rendered = { html: string; contents: ContentsEntry[]; words: number }

/** Renders Markdown with heading IDs, scrollable tables and safe links. Raw HTML is escaped. */
export function renderMarkdown(file: string, markdown: string): Rendered {
  const marked = new Marked({ gfm: true, async: false })
  const idOf = makeHeadingIds()
  const contents: ContentsEntry[] = []
  let columns: string[] = []

  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        if (depth === 1)
          throw new MarkdownError(`${file}: start headings at "##". The page title comes from the front matter.`)
        const title = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = idOf(asText(title))
        if (depth === 2) contents.push({ id, title: asText(title) })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image() {
        throw new MarkdownError(`${file}: pictures come from the front matter field "picture", not from the text.`)
      },
      link({ href, tokens }) {
        return `<a ${linkAttributes(file, href)}>${this.parser.parseInline(tokens)}</a>`
      },
      code: ({ text, lang }) => {
        const language = lang ? ` data-language="${escapeHtml(lang)}"` : ''
        return `<pre tabindex="0"${language}><code>${escapeHtml(text)}</code></pre>\n`
      },
      table(token) {
        columns = token.header.map((cell) => this.parser.parseInline(cell.tokens, this.parser.textRenderer))
        const row = (cells: Tokens.TableCell[]) =>
          this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') })
        const label = escapeHtml(`Table: ${asText(columns.join(', '))}`)
        const head = `<thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join('')}</tbody>`
        // A table wider than the screen scrolls inside this box, which is focusable for keyboard users.
        return `<div class="table-scroll" role="region" tabindex="0" aria-label="${label}"><table>${head}</table></div>\n`
      },
      tablecell({ header, align, tokens }) {
        const look = align ? ` class="align-${align}"` : ''
        const content = this.parser.parseInline(tokens)
        return header ? `<th scope="col"${look}>${content}</th>` : `<td${look}>${content}</td>`
      },
    },
  })

  const html = marked.parse(markdown) as string
  return { html, contents, words: countWords(markdown) }
}

/** Counts words the way a reader would, without markup, link targets and table rules. */
export function countWords(markdown: string): number {
  const text = markdown.replace(/\]\([^)]*\)/g, '] ').replace(/^[\s|:-]+$/gm, ' ')
  return text.match(/[\p{Letter}\p{Number}][\p{Letter}\p{Number}'’.,:/-]*/gu)?.length ?? 0
}

function linkAttributes(file: string, href: string): string {
  if (/^(\/(?!\/)|#)/.test(href)) return `href="${escapeHtml(href)}"`
  if (href.startsWith('https://')) return `href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer"`
  throw new MarkdownError(`${file}: "${href}" is not an allowed link. Use /our-page, #anchor or https://…`)
}

/** The text renderer returns escaped text. IDs and titles need it plain. */
function asText(escaped: string): string {
  return escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
