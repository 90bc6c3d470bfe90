import type { Values } from './draft.ts'

/** Why values cannot be sent, by the name of the field. */
export type Problems = Record<string, string>

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Field => (each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement) && !!each.name,
  )

export function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]))
}

/** Puts values back into fields that are empty: what was typed before the page came alive stays. */
export function fillIn(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) if (!field.value) field.value = String(values[field.name] ?? '')
}

/** What the browser itself can tell, in our sentences; `data-missing` of a field says what is missing. */
export function findProblems(form: HTMLFormElement): Problems {
  const wrong = fieldsOf(form).flatMap((field): [string, string][] => {
    if (field.required && !field.value.trim()) return [[field.name, field.dataset.missing ?? 'This is missing.']]
    if (field.validity.valid) return []
    return [[field.name, sentences[field.type] ?? field.validationMessage]]
  })
  return Object.fromEntries(wrong)
}

const sentences: Record<string, string> = {
  email: 'Write an e-mail address like name@example.com.',
  url: 'Write an address that starts with https://.',
}

/** Moves the focus to the first field that has a problem. */
export function focusProblem(form: HTMLFormElement, problems: Problems): void {
  fieldsOf(form)
    .find(({ name }) => name in problems)
    ?.focus()
}
