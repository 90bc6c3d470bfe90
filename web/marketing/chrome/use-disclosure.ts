import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useOnNavigation } from './use-on-navigation.ts'

type Disclosure = {
  ref: RefObject<HTMLDetailsElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Makes a `<details>` a menu: it closes on a press outside, on Escape (the focus then returns to its summary), when the focus
 * leaves it and when the page changes; arrow keys move among its links. Without JavaScript it still opens and closes.
 */
export function useDisclosure(): Disclosure {
  const ref = useRef<HTMLDetailsElement>(null)
  useOnNavigation(() => {
    if (ref.current) ref.current.open = false
  })

  useEffect(() => {
    const details = ref.current!
    const closeIfOutside = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) details.open = false
    }
    document.addEventListener('pointerdown', closeIfOutside)
    document.addEventListener('focusin', closeIfOutside)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside)
      document.removeEventListener('focusin', closeIfOutside)
    }
  }, [])

  return { ref, onKeyDown: (event) => handleKey(event, ref.current!) }
}

function handleKey(event: KeyboardEvent, details: HTMLDetailsElement): void {
  const summary = details.querySelector('summary')!
  if (event.key === 'Escape' && details.open) {
    details.open = false
    summary.focus()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  details.open = true
  const links = [...details.querySelectorAll<HTMLElement>('a, [data-menu-item]')]
  const step = event.key === 'ArrowDown' ? 1 : -1
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[at < 0 && step < 0 ? links.length - 1 : (at + step + links.length) % links.length]?.focus()
}
