import { useRef, type CSSProperties, type ReactNode } from 'react'
import { Group } from 'react-aria-components'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Separator } from '#web/ui/separator.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useIsNarrow, useMedia } from '#web/ui/use-media.ts'
import { SelectionBar } from '../changes/selection-bar.tsx'
import type { PaneName, usePanes } from './use-panes.ts'

/** What a phone shows; on a tablet, what is above the timeline. */
export type Tab = 'list' | 'map' | 'timeline'

type PanesProps = Pick<ReturnType<typeof usePanes>, 'panes' | 'resize' | 'toggle'> & {
  list: ReactNode
  map: ReactNode
  timeline: ReactNode
  details: ReactNode
  /** What takes the place of the details while it is there, or floats where these are not beside the map. */
  guest: ((isDocked: boolean) => ReactNode) | null
  /** Shown above the map where the list is not beside it. */
  caption: ReactNode
  tab: Tab
  onTab: (tab: Tab) => void
}

const frame = 'overflow-hidden rounded-xl border bg-surface shadow-card'

/** List, map and timeline side by side; on tablets, list or map above the timeline; on phones, one of them. */
export function Panes(props: PanesProps) {
  const isWide = useMedia('(min-width: 64rem)')
  const isNarrow = useIsNarrow()
  if (isNarrow) return <TabbedPanes {...props} />
  return <SplitPanes {...props} isWide={isWide} />
}

function SplitPanes(props: PanesProps & { isWide: boolean }) {
  const { panes, resize, toggle, isWide, list, map, timeline, details, guest, tab, onTab } = props
  const box = useRef<HTMLDivElement>(null)
  const hasDock = useMedia('(min-width: 80rem)') && isShownIn(panes.hidden, 'details')
  const isShown = (name: PaneName) =>
    !panes.hidden.includes(name) &&
    (isWide || name === 'timeline' || name === 'details' || !bothShown(panes.hidden) || name === shownOf(tab))
  const hasTop = isShown('list') || isShown('map')
  const hasTimeline = isShown('timeline')
  const isDocked = hasDock && hasTop
  const draw = (name: string) => (size: number) => box.current?.style.setProperty(`--${name}`, `${size}px`)
  const sizes = { '--list': `${panes.list}px`, '--details': `${panes.details}px`, '--timeline': `${panes.timeline}px` }
  return (
    <div className="relative min-h-[34rem] flex-1 md:-mb-6">
      <div ref={box} style={sizes as CSSProperties} className="absolute inset-0 flex flex-col">
        {!isWide && <TabletPanes panes={panes} toggle={toggle} tab={tab} onTab={onTab} />}
        {hasTop && (
          <div className="flex min-h-0 flex-1">
            {isShown('list') && (
              <section
                aria-label="Routes"
                className={cx('relative min-w-0', isShown('map') ? 'w-(--list) max-w-[60%] shrink-0' : 'flex-1')}
              >
                <div className="absolute -inset-1 overflow-y-auto overscroll-contain p-1">{list}</div>
              </section>
            )}
            {isShown('list') && isShown('map') && (
              <Separator
                label="Width of the routes"
                orientation="vertical"
                value={panes.list}
                min={240}
                max={720}
                onMove={draw('list')}
                onChange={(size) => resize('list', size)}
              />
            )}
            {isShown('map') && <div className={cx('min-w-0 flex-1', frame)}>{map}</div>}
            {isDocked && (
              <>
                <Separator
                  label="Width of the details"
                  orientation="vertical"
                  isBehind
                  value={panes.details}
                  min={260}
                  max={560}
                  onMove={draw('details')}
                  onChange={(size) => resize('details', size)}
                />
                <div className={cx('relative w-(--details) max-w-[40%] shrink-0', guest && 'min-w-96')}>
                  {guest ? (
                    <div className="absolute inset-0">{guest(true)}</div>
                  ) : (
                    <div
                      role="region"
                      aria-label="Details"
                      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with keys, also while nothing in it can be pressed
                      tabIndex={0}
                      className="absolute -inset-1 overflow-y-auto overscroll-contain rounded-xl p-1 outline-offset-[-2px] outline-focus focus-visible:outline-2"
                    >
                      {details}
                    </div>
                  )}
                </div>
              </>
            )}
          </div>
        )}
        {hasTop && hasTimeline && (
          <Separator
            label="Height of the timeline"
            orientation="horizontal"
            isBehind
            value={panes.timeline}
            min={120}
            max={720}
            onMove={draw('timeline')}
            onChange={(size) => resize('timeline', size)}
          />
        )}
        {!isDocked && <SelectionBar details={details} />}
        {!isDocked && guest?.(false)}
        {hasTimeline && (
          <div className={cx(frame, hasTop ? 'h-(--timeline) max-h-[70%] shrink-0' : 'min-h-0 flex-1')}>{timeline}</div>
        )}
      </div>
    </div>
  )
}

/** On tablets, list and map take turns above the timeline, which can be hidden. */
function TabletPanes({ panes, toggle, tab, onTab }: Pick<PanesProps, 'panes' | 'toggle' | 'tab' | 'onTab'>) {
  const hasTimeline = !panes.hidden.includes('timeline')
  return (
    <Group aria-label="Panes" className="flex gap-1 pb-2">
      {bothShown(panes.hidden) &&
        (['list', 'map'] as const).map((each) => (
          <Button
            key={each}
            size="small"
            variant={shownOf(tab) === each ? 'primary' : 'secondary'}
            aria-pressed={shownOf(tab) === each}
            onPress={() => onTab(each)}
          >
            {each === 'list' ? 'Routes' : 'Map'}
          </Button>
        ))}
      <Button
        size="small"
        variant="quiet"
        aria-pressed={hasTimeline}
        className="ml-auto"
        onPress={() => toggle('timeline')}
      >
        {hasTimeline ? 'Hide timeline' : 'Show timeline'}
      </Button>
    </Group>
  )
}

const shownOf = (tab: Tab) => (tab === 'map' ? 'map' : 'list')

const isShownIn = (hidden: readonly PaneName[], name: PaneName) => !hidden.includes(name)

const bothShown = (hidden: readonly PaneName[]) => !hidden.includes('list') && !hidden.includes('map')

function TabbedPanes({ list, map, timeline, details, guest, caption, tab, onTab }: PanesProps) {
  return (
    <>
      {guest?.(false)}
      <SelectionBar details={details} />
      <Tabs
        label="The plan as list, map or timeline"
        selectedKey={tab}
        onSelectionChange={(key) => onTab(key as Tab)}
        items={[
          { id: 'list', label: 'Routes', content: list },
          {
            id: 'map',
            label: 'Map',
            content: (
              <>
                {caption}
                <div className={cx('h-[calc(100dvh-19rem)] min-h-96', frame)}>{map}</div>
              </>
            ),
          },
          {
            id: 'timeline',
            label: 'Timeline',
            content: <div className={cx('h-[calc(100dvh-19rem)] min-h-96', frame)}>{timeline}</div>,
          },
        ]}
      />
    </>
  )
}
