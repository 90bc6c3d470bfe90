import type { KeyboardEvent, MouseEvent } from 'react'
import type { Route } from '#domain/schema/plan.ts'
import { useEditor, type Editor } from './editor-context.ts'
import { locking, removing } from './proposals.ts'
import { stopsFor } from './stop-menu.tsx'
import { isDone } from './choices.ts'
import { isVisit } from '#domain/stop-kinds.ts'

/** What keys and the right mouse button do in a list of stops. */
export function useStopKeys(route: Route) {
  const editor = useEditor()
  if (!editor.isOn || editor.plan?.id !== route.plan_id) return {}
  return {
    // Before the list, which would search for letters and go along with the arrows.
    onKeyDownCapture: (event: KeyboardEvent) => {
      const act = actOf(event, route, editor)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
    onContextMenu: (event: MouseEvent) => {
      const menu = rowOf(event.target)?.querySelector<HTMLElement>('[aria-haspopup]')
      if (!menu) return
      event.preventDefault()
      menu.click()
    },
  }
}

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row][data-key]') : null
}

function actOf(event: KeyboardEvent, route: Route, editor: Editor): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return undefined
  const stop = route.stops.find(({ id }) => id === rowOf(event.target)?.dataset.key)
  if (!stop || !isVisit(stop) || isDone(stop)) return undefined
  const stops = stopsFor(route, stop, editor.selected)
  const direction = { ArrowUp: 'up', ArrowDown: 'down' }[event.key] as 'up' | 'down' | undefined
  if (event.altKey) {
    if (!direction) return undefined
    return () => {
      const ids = stops.map(({ id }) => id)
      editor.select(ids)
      editor.step(route, new Set(ids), direction)
    }
  }
  switch (event.key) {
    case 'm':
      return () => editor.ask({ kind: 'move', stops, withPlace: false })
    case 'p':
      return () => editor.ask({ kind: 'after', route, stops })
    case 'l':
      return () => void editor.doSmall(locking(stops, stops.every(({ locked }) => locked) ? 'unlock' : 'lock'))
    case 'Delete':
      return () => editor.propose(removing(stops))
    default:
      return undefined
  }
}
