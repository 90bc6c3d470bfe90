import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Reference = lazy(async () => ({ default: (await import('./reference.tsx')).Reference }))

/** Every endpoint of the API. It loads what it shows when somebody comes near. */
export function ReferenceSection() {
  const ref = useRef<HTMLElement>(null)
  const isNear = useIsNear(ref)
  return (
    <section ref={ref} id="reference" className="mt-14 scroll-mt-24 border-t pt-12">
      <h3 className="text-2xl font-semibold tracking-tight">Every endpoint</h3>
      <p className="mt-3 max-w-3xl text-pretty text-ink-muted">
        Parameters, bodies, answers and example calls of the whole API. Put in a test key, and try calls right here.
      </p>
      <div className="mt-7 min-h-80">
        {isNear && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <Reference />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function useIsNear(ref: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '800px' },
    )
    observer.observe(ref.current!)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
