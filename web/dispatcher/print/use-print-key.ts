import { useEffect } from 'react'

/** Does this when the browser is asked to print, in place of printing the page. */
export function usePrintKey(print: () => void): void {
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
}
