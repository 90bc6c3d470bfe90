import { useLayoutEffect } from 'react'
import { worthOf } from './drop-words.ts'
import type { Drag } from './use-drag.ts'

/** Shows on rows and cards of routes how good they are as targets, and what is being dragged. */
export function RowLooks({ drag: { marks, picked } }: { drag: Drag }) {
  // A style sheet of its own, since the page allows no others: rows that scroll into view have their look at once.
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rulesFor(marks, picked.dragged.stop_ids))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [marks, picked])
  return null
}

const colors = { good: 'var(--color-success)', late: 'var(--color-warning)', bad: 'var(--color-danger)' }

function rulesFor(marks: Drag['marks'], dragged: readonly string[]): string {
  const marked = (route: string, color: string) =>
    `${route} .lane-name { box-shadow: inset 4px 0 0 ${color}; } ${route}:not(.lane) { outline: 2px solid ${color}; outline-offset: 1px; }`
  const known = (marks ?? []).flatMap(({ route_id, answer }) =>
    route_id ? marked(`[data-route="${route_id}"]`, colors[worthOf(answer)]) : [],
  )
  const held = dragged.map((id) => `[data-stop="${id}"], [role=row][data-key="${id}"]`).join(', ')
  return [
    marks ? marked('[data-route]', colors.bad) : '',
    ...known,
    held && `${held} { outline: 2px dashed var(--color-ink-muted); outline-offset: -2px; }`,
  ].join('\n')
}
