import type { ComponentProps } from 'react'
import { LoadError } from './load-error.tsx'

/** Why a form was not saved, scrolled into view: the button may be far below. */
export function SaveError(props: ComponentProps<typeof LoadError>) {
  return (
    <div ref={scrollThere}>
      <LoadError {...props} />
    </div>
  )
}

// The same function in every render, so that React calls it only when the panel appears.
function scrollThere(panel: HTMLElement | null): void {
  panel?.scrollIntoView({ block: 'center' })
}
