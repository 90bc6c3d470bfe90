import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Link, useLocation } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { isCurrent } from './areas.tsx'
import { useAreas } from './use-areas.ts'

/** The navigation on phones, at the bottom edge. */
export function ThumbBar() {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { thumb: areas, more } = useAreas()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden print:hidden"
    >
      {areas.map((area) => (
        <Link
          key={area.href}
          to={area.href}
          aria-current={isCurrent(area, pathname) ? 'page' : undefined}
          className={thumb}
        >
          {area.icon}
          {area.label}
        </Link>
      ))}
      {more.length > 0 && (
        <AriaButton
          aria-haspopup="dialog"
          onPress={() => setOpen(true)}
          className={cx(thumb, more.some((area) => isCurrent(area, pathname)) && 'text-brand-ink')}
        >
          <Ellipsis aria-hidden="true" />
          More
        </AriaButton>
      )}
      <Dialog isOpen={isOpen} onOpenChange={setOpen} title="More">
        <nav aria-label="More areas" className="-mx-2 grid gap-1">
          {more.map((area) => (
            <Link
              key={area.href}
              to={area.href}
              onClick={() => setOpen(false)}
              aria-current={isCurrent(area, pathname) ? 'page' : undefined}
              className="focus-ring flex min-h-12 items-center gap-3 rounded-lg px-3 text-base font-medium aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink active:bg-hover [&>svg]:size-5"
            >
              {area.icon}
              {area.label}
            </Link>
          ))}
        </nav>
      </Dialog>
    </nav>
  )
}

const thumb =
  'focus-ring flex min-h-14 flex-col items-center justify-center gap-0.5 text-2xs font-medium text-ink-muted -outline-offset-2 aria-[current=page]:text-brand-ink active:bg-hover [&>svg]:size-5'
