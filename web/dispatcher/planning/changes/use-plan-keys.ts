import { useEffect, useRef } from 'react'
import { usePageKeys } from '../../deliveries/use-page-keys.ts'
import type { Editor } from './editor-context.ts'

/** Elements that have an undo of their own, or lie over the page. */
const hasItsOwn = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Undo and redo, and the keys that work anywhere on the page of a plan. */
export function usePlanKeys({ isOn, undo, redo, ask, selected, select, proposal }: Editor): void {
  usePageKeys({
    '?': () => ask({ kind: 'shortcuts' }),
    h: () => ask({ kind: 'history' }),
    Escape: selected.size > 0 && !proposal ? () => select([]) : undefined,
  })
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (!step || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(hasItsOwn)) return
      event.preventDefault()
      latest.current[step]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key undoes or redoes, as each system writes it. */
export function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined
}
