import { useEffect, useRef } from 'react'

/** Returns a function that takes an element's ID and focuses it after the next render. */
export function useFocusAfter(): (id: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    document.getElementById(wanted.current)?.focus({ preventScroll: true })
    wanted.current = undefined
  })
  return (id) => {
    wanted.current = id
  }
}
