export type Values = Record<string, string>

/** What was typed into a form, with the key under which it was sent, or is going to be. */
type Draft = { values: Values; key: string }

const keyOf = (form: string) => `karta.draft.${form}`

/** What this tab still holds of a form; undefined when nothing, or when storage is switched off. */
export function readDraft(form: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null')
    return typeof draft?.key === 'string' && draft.values && typeof draft.values === 'object' ? draft : undefined
  } catch {
    return undefined
  }
}

/** Keeps it for this tab: a reload or a way back finds it again. */
export function keepDraft(form: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // Storage is switched off or full: what was typed lasts as long as the page.
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // Nothing was kept then.
  }
}
