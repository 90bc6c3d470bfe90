import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { TemplateFile } from './template.ts'

const names = ['heading', 'text', 'button', 'code', 'note'] as const
const bodyMark = /\{\{\s*\.Body\s*\}\}/
const element = new RegExp(`<mail-(${names.join('|')})>(.*?)</mail-\\1>`, 'gs')

/** Reads the parts that mails share. The result puts the content of `<mail-button>…</mail-button>` into `parts/button.html`. */
export function readMailParts(): (template: TemplateFile) => TemplateFile {
  const folder = join(import.meta.dirname, 'templates/parts')
  const read = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8').trim()
  const parts = new Map<string, string>(names.map((name) => [name, read(name)]))
  const fill = (_: string, name: string, body: string) => parts.get(name)!.replace(bodyMark, () => body.trim())

  return ({ file, content }) => {
    const filled = content.replace(element, fill)
    const [left] = /<\/?mail-[^>]*>?/.exec(filled) ?? []
    if (left === undefined) return { file, content: filled }
    const known = names.map((name) => `<mail-${name}>…</mail-${name}>`).join(', ')
    throw new StartError(`The mail template ${file} holds ${left}; there are ${known}, none inside another.`)
  }
}
