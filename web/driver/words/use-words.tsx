import { createContext, use, useState, type ReactNode } from 'react'
import type { MessageLanguage } from '#domain/messages/languages.ts'
import { loadWords, rememberLanguage, showLanguage, type Words } from './words.ts'

type WordsContext = Words & { choose: (language: MessageLanguage) => Promise<void> }

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
  return <Context value={{ ...words, choose }}>{children}</Context>
}

export function useWords(): WordsContext {
  const words = use(Context)
  if (!words) throw new Error('The app’s texts need a WordsProvider around them.')
  return words
}
