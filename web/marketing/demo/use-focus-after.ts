import { useEffect, useRef } from 'react'

/** Returns a function that names the element to be focused once what is about to change has been drawn. */
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
