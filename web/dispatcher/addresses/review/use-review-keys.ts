import { useEffect, useRef } from 'react'
import { readKey } from './review-order.ts'

type Acts = {
  next: (() => void) | undefined
  previous: (() => void) | undefined
  confirm: () => void
  choose: (place: number) => void
}

/** Where keys type, or already mean something. */
const takesKeys =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=tablist], [role=spinbutton]'

/** Keys for going through the review: J and K or arrows, Enter to confirm, digits to choose a place. */
export function useReviewKeys(acts: Acts): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = readKey(event.key)
      if (wanted === undefined || event.defaultPrevented || !isFree(event)) return
      event.preventDefault()
      if (typeof wanted === 'object') latest.current.choose(wanted.choose)
      else latest.current[wanted]?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isFree({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element) || target.closest(takesKeys)) return false
  // Arrows move the map, and Enter presses a button; in the list, it confirms the delivery that is open.
  if (key.startsWith('Arrow')) return target.closest('.karta-map') === null
  return key !== 'Enter' || target.closest('[aria-current=true]') !== null || target.closest('button, a') === null
}
