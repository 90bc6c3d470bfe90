import { escapeHtml } from '../../escape-html.ts'

/** Markup that is safe to send: what people wrote was escaped as it came in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/** HTML with values filled in. Texts are escaped, markup is not, and what is false or missing is left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + (at < parts.length ? written(parts[at]) : '')).join(''))
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return escapeHtml(String(part))
}
