import { useEffect, useRef, useState } from 'react'
import { useRoad } from './road/use-road.ts'
import { dropDraft, keepDraft, readDraft } from './store/database.ts'

/**
 * A form that survives the app: what the driver has entered is kept on the phone, and there again when the form opens.
 * Undefined until it has been read. `drop` forgets it, once it was sent or given up.
 */
export function useDraft<Value extends object>(name: string, fresh: () => Value) {
  const { db } = useRoad()
  const [value, setValue] = useState<Value>()
  const isDropped = useRef(false)
  const [first] = useState(() => fresh)
  useEffect(() => {
    let isGone = false
    void readDraft(db, name).then((kept) => {
      if (!isGone) setValue({ ...first(), ...(kept as Partial<Value> | undefined) })
    })
    return () => {
      isGone = true
    }
  }, [db, name, first])

  function change(changed: Partial<Value>): void {
    setValue((before) => {
      if (!before) return before
      const after = { ...before, ...changed }
      if (!isDropped.current) void keepDraft(db, name, after)
      return after
    })
  }

  async function drop(): Promise<void> {
    isDropped.current = true
    await dropDraft(db, name)
  }

  return { value, change, drop }
}
