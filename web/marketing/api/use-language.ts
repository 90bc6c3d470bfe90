import { useSyncExternalStore } from 'react'

export type Language = 'curl' | 'javascript' | 'python'

export const languages: readonly { id: Language; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
]

const storageKey = 'karta.code-language'
const listeners = new Set<() => void>()
let chosen: Language | undefined

function current(): Language {
  chosen ??= stored() ?? 'curl'
  return chosen
}

function stored(): Language | undefined {
  try {
    const kept = localStorage.getItem(storageKey)
    return languages.find(({ id }) => id === kept)?.id
  } catch {
    return undefined
  }
}

function choose(language: Language): void {
  chosen = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of all code examples, remembered on this device. */
export function useLanguage(): [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribe, current, () => 'curl'), choose]
}
