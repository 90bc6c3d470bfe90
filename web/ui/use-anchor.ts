import { useEffect, useRef } from 'react'

/** For a part of a page that is drawn only after its data came: a link with its id as the hash still scrolls to it. */
export function useAnchor<Element extends HTMLElement>(id: string) {
  const ref = useRef<Element>(null)
  useEffect(() => {
    if (window.location.hash === `#${id}`) ref.current?.scrollIntoView()
  }, [id])
  return { ref, id }
}
