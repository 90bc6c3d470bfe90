import { useSyncExternalStore } from 'react'

/** What the person chose. `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

// Also read by public/early.js before the first paint.
const storageKey = 'karta.theme'
const listeners = new Set<() => void>()

function readTheme(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Applies the choice to the page and remembers it on this device. */
export function setTheme(choice: ThemeChoice): void {
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current choice. `system` during the build. */
export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, readTheme, () => 'system')
}
