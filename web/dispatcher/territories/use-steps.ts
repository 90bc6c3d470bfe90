import { useEffect, useRef, useState } from 'react'

/** As many steps can be undone. */
const most = 100

/** Changes of a value that can be undone step by step. */
export function useSteps<Value>(value: Value, set: (value: Value) => void) {
  const [past, setPast] = useState<Value[]>([])
  // Several changes may come before the page is drawn again, as from quick presses on a map.
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  }, [value])
  const write = (next: Value) => {
    newest.current = next
    set(next)
  }
  return {
    past,
    change: (next: (now: Value) => Value) => {
      const now = newest.current
      setPast((before) => [...before.slice(1 - most), now])
      write(next(now))
    },
    undo: () => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      write(before)
    },
  }
}
