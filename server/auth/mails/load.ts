import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#domain/escape-html.ts'
import { StartError } from '../../start-error.ts'
import { readMailParts } from './parts.ts'
import { asText, readTemplate, type Template, type TemplateFile } from './template.ts'
import { variablesOf, type MailKind } from './variables.ts'

/** The three parts of one mail, ready to be filled in. */
export type MailTemplate = { subject: Template; text: Template; html: Template }
export type MailTemplates = Record<MailKind, MailTemplate>

const ownFolder = join(import.meta.dirname, 'templates')
const layoutFile = 'layout.html'
const kinds = Object.keys(variablesOf) as MailKind[]

/**
 * Reads the templates of all mails: from `folder` if it has a file of that name, or else our own.
 * @throws StartError if a file cannot be read or contains something that cannot be filled in, or a file is unknown
 */
export function loadMailTemplates(folder: string | undefined): MailTemplates {
  if (folder !== undefined) checkFolder(folder)
  const read = (name: string) => readTemplateFile(folder, name)
  const layout = read(layoutFile)
  const fillParts = readMailParts()
  return Object.fromEntries(kinds.map((kind) => [kind, loadMail(kind, { read, fillParts, layout })])) as MailTemplates
}

type Reading = {
  read: (name: string) => TemplateFile
  fillParts: (file: TemplateFile) => TemplateFile
  layout: TemplateFile
}

function loadMail(kind: MailKind, { read, fillParts, layout }: Reading): MailTemplate {
  const known = variablesOf[kind]
  const { file, content } = read(`${kind}.txt`)
  const [, subject, text] = /^Subject: *(\S[^\r\n]*)\r?\n\r?\n([\s\S]*\S[\s\S]*)$/.exec(content) ?? []
  if (!subject || !text) {
    throw new StartError(`The mail template ${file} must begin with a line "Subject: …" and an empty line, then text.`)
  }
  const html = fillParts(read(`${kind}.html`))
  return {
    subject: readTemplate(subject, { file, known, show: asText }),
    text: readTemplate(text, { file, known, show: asText }),
    html: isWholePage(html) ? readTemplate(html.content, { file: html.file, known, show: escapeHtml }) : inLayout(),
  }

  function inLayout(): Template {
    const body = readTemplate(html.content, { file: html.file, known, show: escapeHtml })
    // This surrounds every mail, so it can only show what all of them have.
    const around = layout.content.split(/\{\{\s*\.Body\s*\}\}/)
    if (around.length !== 2) throw new StartError(`The mail template ${layout.file} must hold {{ .Body }} once.`)
    const options = { file: layout.file, known: ['AppName', 'SiteURL'], show: escapeHtml }
    const [before, after] = around.map((part) => readTemplate(part, options))
    return (values) => before!(values) + body(values) + after!(values)
  }
}

const isWholePage = ({ content }: TemplateFile) => /^\s*<!doctype html/i.test(content)

function readTemplateFile(folder: string | undefined, name: string): TemplateFile {
  const wanted = folder === undefined ? undefined : join(folder, name)
  const file = wanted !== undefined && existsSync(wanted) ? wanted : join(ownFolder, name)
  try {
    const content = readFileSync(file, 'utf8')
    if (content.trim()) return { file, content }
  } catch (error) {
    throw new StartError(`The mail template ${file} cannot be read (${(error as Error).message}).`, { cause: error })
  }
  throw new StartError(`The mail template ${file} is empty.`)
}

/** A file with a misspelled name would silently do nothing. */
function checkFolder(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new StartError(`AUTH_MAIL_TEMPLATES must name a folder; there is none at ${folder}.`)
  }
  const names = [layoutFile, ...kinds.flatMap((kind) => [`${kind}.txt`, `${kind}.html`])]
  const odd = readdirSync(folder).find((name) => /\.(txt|html?)$/i.test(name) && !names.includes(name))
  if (odd) throw new StartError(`AUTH_MAIL_TEMPLATES holds ${odd}, which is no mail; there are ${names.join(', ')}.`)
}
