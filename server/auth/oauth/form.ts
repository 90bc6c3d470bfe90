import { AppRefusal } from './errors.ts'

export type Form = Record<string, string | undefined>

/**
 * The members of a form, or of a JSON object of texts. `registerForms` has read them.
 * @throws AppRefusal `invalid_request` if one comes twice
 */
export function readForm(body: unknown): Form {
  if (body === undefined || body === null) return {}
  const entries = body instanceof URLSearchParams ? [...body] : typeof body === 'object' ? Object.entries(body) : []
  const form: Form = {}
  for (const [name, value] of entries as [string, unknown][]) {
    if (Object.hasOwn(form, name)) throw new AppRefusal('invalid_request', `${name} is given more than once`)
    if (typeof value !== 'string') throw new AppRefusal('invalid_request', `${name} must be text`)
    // What has no value counts as not given (RFC 6749, section 3.2).
    if (value) form[name] = value
  }
  return form
}
