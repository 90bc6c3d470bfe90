import { createContext, use, useCallback, useState, type ReactNode } from 'react'

const Context = createContext<(text: string) => void>(() => {})

/** One place from which screen readers hear what happened. */
export function Speaker({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  const speak = useCallback((next: string) => {
    // The same words twice are only heard twice if something changes.
    setText((before) => (before === next ? `${next}\u00a0` : next))
  }, [])
  return (
    <Context value={speak}>
      {children}
      <p role="status" aria-live="polite" className="sr-only">
        {text}
      </p>
    </Context>
  )
}

/** Says something to those who listen rather than look. */
export const useSpeak = () => use(Context)
