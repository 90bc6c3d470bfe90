import { useEffect, useState, type RefObject } from 'react'

/** Becomes true once the element is on screen or less than half a screen away, and stays true. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const box = element.current
    if (isNear || !box) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '50% 0px' },
    )
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}
