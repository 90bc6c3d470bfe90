import type { Values } from './draft.ts'

/** Validation messages by field name. */
export type Problems = Record<string, string>

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (each): each is Field => (each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement) && !!each.name,
  )

export function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]))
}

/** Restores values into empty fields. Anything typed before hydration stays. */
export function fillIn(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) if (!field.value) field.value = String(values[field.name] ?? '')
}

/** The browser’s own validation, in our words. A field’s `data-missing` is its message when empty. */
export function findProblems(form: HTMLFormElement): Problems {
  const wrong = fieldsOf(form).flatMap((field): [string, string][] => {
    if (field.required && !field.value.trim()) return [[field.name, field.dataset.missing ?? 'This field is required.']]
    if (field.validity.valid) return []
    return [[field.name, sentences[field.type] ?? field.validationMessage]]
  })
  return Object.fromEntries(wrong)
}

const sentences: Record<string, string> = {
  email: 'Enter an email address like name@example.com.',
  url: 'Enter a URL that starts with https://.',
}

/** Moves focus to the first field with a problem. */
export function focusProblem(form: HTMLFormElement, problems: Problems): void {
  fieldsOf(form)
    .find(({ name }) => name in problems)
    ?.focus()
}
