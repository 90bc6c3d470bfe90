import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import {
  loadWords,
  rememberLanguage,
  rememberWorkspaceLanguage,
  showLanguage,
  wantedLanguage,
  type Words,
} from './words.ts'

type WordsContext = Words & {
  choose: (language: MessageLanguage) => Promise<void>
  /** Writes in the language of the workspace, if the driver chose none. */
  follow: (workspace: string) => Promise<void>
}

const Context = createContext<WordsContext | undefined>(undefined)

/** Everything below is written in the chosen language. */
export function WordsProvider({ first, children }: { first: Words; children: ReactNode }) {
  const [words, setWords] = useState(first)
  const choose = async (language: MessageLanguage) => {
    const loaded = await loadWords(language)
    rememberLanguage(language)
    showLanguage(language)
    setWords(loaded)
  }
  const follow = useCallback(async (workspace: string) => {
    rememberWorkspaceLanguage(workspace)
    const wanted = wantedLanguage()
    if (wanted === document.documentElement.lang) return
    // Without a network, a language that was never loaded waits for the next time.
    const loaded = await loadWords(wanted).catch(() => undefined)
    if (!loaded) return
    showLanguage(wanted)
    setWords(loaded)
  }, [])
  return <Context value={{ ...words, choose, follow }}>{children}</Context>
}

export function useWords(): WordsContext {
  const words = use(Context)
  if (!words) throw new Error('The app’s texts need a WordsProvider around them.')
  return words
}
