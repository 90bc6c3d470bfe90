import { useEffect, useRef, useState } from 'react'
import { SearchField } from '#web/ui/search-field.tsx'

const pauseMilliseconds = 400

/** Searches when typing pauses, or at once on Enter. */
export function AuditSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
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
      label="Search the audit log"
      placeholder="Name, value or address"
      maxLength={200}
      className="col-span-2 min-w-0 lg:col-span-1"
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
