import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { printAtOnce } from './print-at-once.ts'

/** Prints another page in place of this one: returns how, and does so when the browser is asked to print. */
export function usePrintKey(href: string): () => void {
  const navigate = useNavigate()
  const print = useCallback(() => void navigate(href, { state: printAtOnce }), [navigate, href])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p'
      if (!isPrint || event.defaultPrevented) return
      event.preventDefault()
      print()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [print])
  return print
}
