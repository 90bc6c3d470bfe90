import './doc-tabs.css'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { docTabs, tabOf, type DocTab } from './tabs.ts'

const tabLook =
  'focus-ring -mb-px shrink-0 rounded-t-md border-b-2 border-transparent px-3 py-3.5 font-medium whitespace-nowrap text-ink-muted hover:text-ink aria-selected:border-brand aria-selected:text-ink sm:px-4'

/** Tabs that keep their state in the URL. Before hydration, and without JavaScript, they are links to anchors. */
export function DocTabs({ panels }: { panels: Record<DocTab, ReactNode> }) {
  const isAlive = useHydrated()
  const { hash } = useLocation()
  const open = tabOf(hash)
  return (
    <>
      <TabList open={open} isAlive={isAlive} />
      <div className="doc-panels mt-10" data-still={isAlive ? undefined : ''}>
        {docTabs.map(({ id }) => (
          <div
            key={id}
            id={id}
            className="scroll-mt-44"
            {...(isAlive && { role: 'tabpanel', 'aria-labelledby': `tab-${id}`, hidden: id !== open })}
          >
            {panels[id]}
          </div>
        ))}
      </div>
    </>
  )
}

function TabList({ open, isAlive }: { open: DocTab; isAlive: boolean }) {
  const navigate = useNavigate()
  const show = (tab: DocTab) => void navigate(`#${tab}`, { replace: true, preventScrollReset: true })

  const onClick = (event: MouseEvent, tab: DocTab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(tab)
  }
  // Starts at the focused tab: the open one may lag behind fast typing.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: DocTab) => {
    const next = nextTab(tab, event.key)
    if (!next) return
    event.preventDefault()
    show(next)
    event.currentTarget.parentElement!.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <div
      role={isAlive ? 'tablist' : undefined}
      aria-label={isAlive ? 'API documentation' : undefined}
      className="flex gap-1 overflow-x-auto border-b"
    >
      {docTabs.map(({ id, label }) => (
        <a
          key={id}
          id={`tab-${id}`}
          href={`#${id}`}
          onClick={(event) => onClick(event, id)}
          onKeyDown={(event) => onKeyDown(event, id)}
          className={tabLook}
          {...(isAlive && {
            role: 'tab',
            'aria-selected': id === open,
            'aria-controls': id,
            tabIndex: id === open ? 0 : -1,
          })}
        >
          {label}
        </a>
      ))}
    </div>
  )
}

/** The tab that a key moves to from `tab`, per the ARIA tabs pattern, or undefined. Space opens the tab itself. */
function nextTab(tab: DocTab, key: string): DocTab | undefined {
  const at = docTabs.findIndex(({ id }) => id === tab)
  const to: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: docTabs.length - 1,
    ' ': at,
  }
  return key in to ? docTabs[(to[key]! + docTabs.length) % docTabs.length]!.id : undefined
}
