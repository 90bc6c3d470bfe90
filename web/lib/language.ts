import { useSyncExternalStore } from 'react'
import { defaultLanguage, languages, type Language } from '#domain/language.ts'
import type { Me } from '#domain/schema/workspace.ts'
import { keys } from './keys.ts'
import { pageQueryClient } from './query-client.ts'

const storageKey = 'karta-language'

/** How dates, times and numbers are written on this page. The page as the build writes it has the default. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, readLanguage, () => defaultLanguage)
}

/** The language of the workspace that is shown, or of the one that this device showed last. */
function readLanguage(): Language {
  return pageQueryClient().getQueryData<Me>(keys.me)?.workspace.language ?? remembered() ?? defaultLanguage
}

/** Keeps it on the device, for pages that do not read the workspace. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage may be blocked. Then those pages have the default.
  }
}

function remembered(): Language | undefined {
  try {
    const stored = localStorage.getItem(storageKey)
    return languages.find((language) => language === stored)
  } catch {
    return undefined
  }
}

function subscribe(onChange: () => void): () => void {
  return pageQueryClient().getQueryCache().subscribe(onChange)
}
