import { useRef, type KeyboardEvent, type ReactNode } from 'react'

type StripTab = { id: string; label: string; content: ReactNode }

type TabStripProps = {
  label: string
  tabs: readonly [StripTab, ...StripTab[]]
  current: string
  onChange: (id: string) => void
}

/** Overview, Jobs, Fleet, Drivers: shows one of them. Arrow keys, Home and End move along the strip. */
export function TabStrip({ label, tabs, current, onChange }: TabStripProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const shown = tabs.find((tab) => tab.id === current) ?? tabs[0]
  const go = (event: KeyboardEvent) => {
    const buttons = [...listRef.current!.querySelectorAll<HTMLElement>('[role=tab]')]
    // Starts at the focused tab: the one that is shown may lag behind fast typing.
    const from = buttons.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (from < 0 || to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    onChange(tabs[next]!.id)
    buttons[next]!.focus()
  }
  return (
    <>
      <div
        ref={listRef}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={go}
        className="flex gap-1 overflow-x-auto border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab === shown}
            aria-controls="tab-panel"
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3.5 text-sm font-medium whitespace-nowrap text-ink-muted -outline-offset-2 hover:text-ink aria-selected:border-brand aria-selected:text-ink pointer-coarse:min-h-11"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${shown.id}`} tabIndex={0} className="pt-5">
        {shown.content}
      </div>
    </>
  )
}
