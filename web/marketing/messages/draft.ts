export type Values = Record<string, string>

/** What was typed into a form, with the idempotency key for sending it. */
type Draft = { values: Values; key: string }

const keyOf = (form: string) => `karta.draft.${form}`

/** The form’s draft in this tab, or undefined if there is none or storage is disabled. */
export function readDraft(form: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null')
    return typeof draft?.key === 'string' && draft.values && typeof draft.values === 'object' ? draft : undefined
  } catch {
    return undefined
  }
}

/** Keeps the draft for this tab, so a reload or the Back button restores it. */
export function keepDraft(form: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // Without storage, there is no draft to remove.
  }
}
