import { useEffect, useRef, useState } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'

/** Long enough for one request per word, short enough to feel immediate. */
const pauseMilliseconds = 250

export const searchFieldId = 'delivery-search'

/** The search box. Searches when typing pauses, or at once on Enter. */
export function DeliverySearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
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
  return (
    <SearchField
      id={searchFieldId}
      label="Search deliveries"
      placeholder="Search deliveries"
      aria-keyshortcuts="/"
      maxLength={200}
      className="min-w-0 flex-1 sm:w-52 sm:flex-none xl:w-72"
      value={text}
      onChange={(value) => {
        setText(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(value), value === '' ? 0 : pauseMilliseconds)
      }}
      onSubmit={search}
    />
  )
}
