import { useState } from 'react'
import { z } from 'zod'
import { recall, remember } from '#web/lib/device-memory.ts'

export const paneNames = ['list', 'map', 'timeline', 'details'] as const
export type PaneName = (typeof paneNames)[number]

/** How large the panes are in pixels, and which are hidden. The map takes what the others leave. */
const Panes = z.object({
  list: z.number().catch(330),
  details: z.number().catch(290),
  timeline: z.number().catch(260),
  hidden: z.array(z.enum(paneNames)).catch([]),
})
export type Panes = z.infer<typeof Panes>

const key = 'karta-board-panes'

/** Reads what was remembered. Anything else gives the usual panes. */
export function readPanes(text: string | null): Panes {
  try {
    return Panes.parse(JSON.parse(text ?? '{}'))
  } catch {
    return Panes.parse({})
  }
}

/** The panes after one was hidden or shown again. Map, list and timeline are never all hidden. */
export function togglePane(panes: Panes, name: PaneName): Panes {
  const isHidden = panes.hidden.includes(name)
  const hidden = isHidden ? panes.hidden.filter((each) => each !== name) : [...panes.hidden, name]
  const isEmpty = (['list', 'map', 'timeline'] as const).every((each) => hidden.includes(each))
  return isEmpty ? panes : { ...panes, hidden }
}

/** The panes as this device remembers them. */
export function usePanes() {
  const [panes, setPanes] = useState(() => readPanes(recall(key)))
  const change = (next: Panes) => {
    setPanes(next)
    remember(key, JSON.stringify(next))
  }
  return {
    panes,
    resize: (name: 'list' | 'details' | 'timeline', size: number) => change({ ...panes, [name]: size }),
    toggle: (name: PaneName) => change(togglePane(panes, name)),
  }
}
