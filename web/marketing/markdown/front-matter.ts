import { parse } from 'yaml'
import { z } from 'zod'

/** Fails the build. The message names the file and what is wrong with it. */
export class MarkdownError extends Error {}

const fence = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

/** Splits a file into validated front matter and body. Errors name the unknown, missing or invalid field. */
export function splitFrontMatter<Shape extends z.ZodRawShape>(file: string, text: string, shape: Shape) {
  const parts = fence.exec(text)
  if (!parts) throw new MarkdownError(`${file} must start with front matter between two lines of "---".`)
  const [, yaml = '', rest = ''] = parts
  const checked = z.strictObject(shape).safeParse(parseYaml(file, yaml))
  if (!checked.success) throw new MarkdownError(describe(file, checked.error))
  const body = rest.trim()
  if (!body) throw new MarkdownError(`${file} has no text below its front matter.`)
  return { fields: checked.data, body }
}

function parseYaml(file: string, yaml: string): unknown {
  try {
    return parse(yaml)
  } catch (error) {
    throw new MarkdownError(`The front matter of ${file} is not YAML: ${(error as Error).message}`)
  }
}

function describe(file: string, error: z.ZodError): string {
  const issue = error.issues[0]!
  const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
  return `${file}: the front matter field "${field}" is wrong: ${issue.message}`
}
