import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A choice that the address leaves open. It is kept for the visit, so that others' changes do not turn the page over what
 * somebody is doing; the next navigation chooses again.
 */
export function useKept<T>(): [kept: T | undefined, keep: (value: T) => void] {
  const { key } = useLocation()
  const [choice, setChoice] = useState<{ key: string; value: T }>()
  return [choice?.key === key ? choice.value : undefined, (value) => setChoice({ key, value })]
}
