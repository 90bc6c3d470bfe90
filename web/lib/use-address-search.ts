import { useEffect, useRef, useState } from 'react'

/**
 * The text of a search field whose search is in the page's address. The address gets it when typing pauses, or at once on
 * Enter and when the field is cleared.
 */
export function useAddressSearch(q: string, onSearch: (q: string) => void, pauseMilliseconds: number) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The address changed. If not to what was typed here, the person cleared the filter or went back.
  if (q !== seen) {
    setSeen(q)
    if (q !== sent) {
      setText(q)
      setSent(q)
    }
  }

  const search = (value: string) => {
    clearTimeout(timer.current)
    setSent(value)
    onSearch(value)
  }
  return {
    value: text,
    onChange: (value: string) => {
      setText(value)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => search(value), value === '' ? 0 : pauseMilliseconds)
    },
    onSubmit: search,
  }
}
