import { StartError } from '../../start-error.ts'
import type { MailValues } from './variables.ts'

/** Text with its variables filled in. */
export type Template = (values: MailValues) => string

/** A template as it was written. `file` is its path. */
export type TemplateFile = { file: string; content: string }

const placeholder = /\{\{(?:- )?\s*(.*?)\s*(?: -)?\}\}/gs
const variable = /^\.([A-Za-z]+)((?:\.\w+)*)$/

/**
 * Reads a template: text with the variables `{{ .Name }}` and `{{ .Data.member }}`.
 * @param show escapes a value for its place, such as HTML
 * @throws StartError that names the file and what in it cannot be filled in
 */
export function readTemplate(
  text: string,
  { file, known, show }: { file: string; known: readonly string[]; show: (value: string) => string },
): Template {
  const refuse = (what: string) => new StartError(`The mail template ${file} ${what}.`)
  const parts = text.split(placeholder).map((part, at): Template => {
    if (at % 2 === 0) {
      if (/\{\{|\}\}/.test(part)) throw refuse('has a {{ without its }}, or the other way round')
      return () => part
    }
    const [, name, path = ''] = variable.exec(part) ?? []
    if (!name) throw refuse(`holds {{ ${part} }}: only variables like {{ .Email }} can be filled in`)
    if (!known.includes(name)) throw refuse(`uses .${name}; it may use ${known.map((each) => `.${each}`).join(', ')}`)
    if (path && name !== 'Data') throw refuse(`uses .${name}${path}, but only .Data has members`)
    const members = path.split('.').filter(Boolean)
    return (values) => show(cleaned(members.reduce<unknown>(memberOf, values[name])))
  })
  return (values) => parts.map((part) => part(values)).join('')
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

/** Puts a value on one line without control characters, so that it cannot look like another part of the mail. */
function cleaned(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

export const asText = (value: string) => value
