import { useState } from 'react'

/** As many steps can be undone. */
const most = 100

/** Changes of a value that can be undone step by step. */
export function useSteps<Value>(value: Value, set: (value: Value) => void) {
  const [past, setPast] = useState<Value[]>([])
  return {
    past,
    change: (next: Value) => {
      setPast((before) => [...before.slice(1 - most), value])
      set(next)
    },
    undo: () => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      set(before)
    },
  }
}
