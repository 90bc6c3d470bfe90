import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia } from '#web/ui/use-media.ts'

export type MapOrList = 'list' | 'map'

type MapAndListProps = {
  /** Names the choice between the two for screen readers. */
  label: string
  map: (className: string) => ReactNode
  list: ReactNode
  /** Shown above the map where the list is not beside it. */
  caption?: ReactNode
  /** Which of the two is shown where there is no room for both. */
  shown: MapOrList
  onShow: (what: MapOrList) => void
  /** The height of both on wide screens: what the page's head leaves of the window. */
  className: string
}

const frame = 'rounded-xl border shadow-card'

/** A map of about two thirds, with a list beside it that scrolls by itself. On small screens, one of the two at a time. */
export function MapAndList({ label, map, list, caption, shown, onShow, className }: MapAndListProps) {
  if (useMedia('(min-width: 75rem)')) {
    return (
      <div className={cx('grid min-h-[34rem] grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] gap-4', className)}>
        {map(`h-full ${frame}`)}
        {/* Positioned, so that hidden texts for screen readers do not make the page longer. */}
        <div className="relative -m-1 min-h-0 overflow-y-auto p-1">{list}</div>
      </div>
    )
  }
  return (
    <Tabs
      label={label}
      selectedKey={shown}
      onSelectionChange={(key) => onShow(key === 'map' ? 'map' : 'list')}
      items={[
        { id: 'list', label: 'List', content: list },
        {
          id: 'map',
          label: 'Map',
          content: (
            <>
              {caption}
              {map(`h-[calc(100dvh-19rem)] min-h-96 ${frame}`)}
            </>
          ),
        },
      ]}
    />
  )
}
