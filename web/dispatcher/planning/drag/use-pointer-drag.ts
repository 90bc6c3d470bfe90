import { useEffect, useRef } from 'react'
import type { Plan } from '#domain/schema/plan.ts'
import { glide } from './glide.ts'
import { targetAt } from './hit-test.ts'
import { idsAt } from './pick.ts'
import { scrollNearEdge } from './scroll-near-edge.ts'
import type { Dragging } from './use-drag.ts'

/** A mouse that moves this far drags; a finger has to rest first, since it also scrolls. */
const dragPixels = 5
const restMilliseconds = 350
const restPixels = 10

type Pressed = {
  x: number
  y: number
  on: EventTarget | null
  ids: ReadonlySet<string>
  pointerId: number
  timer: number | undefined
}

/** Dragging with a mouse, a pen or a finger, over anything that shows stops and routes. */
export function usePointerDrag(
  plan: Plan | undefined,
  selected: ReadonlySet<string>,
  isOn: boolean,
  dragging: Dragging,
) {
  const latest = useRef({ plan, selected, dragging })
  const point = useRef({ x: 0, y: 0 })
  useEffect(() => {
    latest.current = { plan, selected, dragging }
  })

  useEffect(() => {
    if (!isOn) return
    let pressed: Pressed | null = null
    let frame = 0
    const held = () => latest.current.dragging.current.current
    const isHeld = () => held()?.by === 'pointer'
    const forget = () => {
      clearTimeout(pressed?.timer)
      pressed = null
    }
    const look = () => {
      frame = 0
      const { plan: shown, dragging: now } = latest.current
      const drag = held()
      if (!drag || drag.by !== 'pointer' || !shown) return
      const { x, y } = point.current
      // All is measured before anything moves, so that the page is laid out once.
      const target = targetAt(x, y, shown, drag.picked)
      if (scrollNearEdge(x, y)) frame = requestAnimationFrame(look)
      const card = document.querySelector<HTMLElement>('[data-drag-card]')
      if (card) glide(card, cardAt(x, y))
      now.over(target)
    }
    const begin = ({ ids, on: under }: Pick<Pressed, 'ids' | 'on'>) => {
      forget()
      // What is lit up under the pointer goes out, since nobody hears it leave.
      under?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))
      if (latest.current.dragging.start(ids, 'pointer')) look()
    }
    const down = (event: PointerEvent) => {
      const { plan: shown, selected: chosen } = latest.current
      if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || !shown || held()) return
      const ids = idsAt(event.target, shown, chosen)
      if (!ids) return
      const { clientX: x, clientY: y, pointerId, target: under } = event
      point.current = { x, y }
      const rest = () => begin({ ids, on: under })
      const timer = event.pointerType === 'touch' ? window.setTimeout(rest, restMilliseconds) : undefined
      pressed = { x, y, on: under, ids, pointerId, timer }
    }
    const move = (event: PointerEvent) => {
      point.current = { x: event.clientX, y: event.clientY }
      if (isHeld()) {
        event.preventDefault()
        frame ||= requestAnimationFrame(look)
      } else if (pressed && pressed.pointerId === event.pointerId) {
        const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
        const isFinger = pressed.timer !== undefined
        if (isFinger && far > restPixels) forget()
        else if (!isFinger && far > dragPixels) begin(pressed)
      }
    }
    const up = () => {
      forget()
      if (!isHeld()) return
      // The press that ends a drag is no click on what lies there.
      document.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), 50)
      look()
      latest.current.dragging.letGo()
    }
    const stop = () => {
      forget()
      if (isHeld()) latest.current.dragging.cancel()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isHeld()) return
      swallow(event)
      stop()
    }
    // The map would pan along, and a finger would scroll.
    const mouse = (event: Event) => {
      if (pressed && isMarker(event.target)) event.stopPropagation()
    }
    const prevent = (event: Event) => {
      if (isHeld()) event.preventDefault()
    }
    // Nothing lights up under the pointer but the target.
    const hush = (event: Event) => {
      if (isHeld()) event.stopPropagation()
    }
    const native = (event: Event) => {
      if (pressed || isHeld()) event.preventDefault()
    }
    const on = { capture: true } as const
    const listeners = [
      ['pointerdown', down], ['mousedown', mouse], ['pointermove', move], ['pointerup', up], ['pointercancel', stop], ['keydown', key], ['contextmenu', prevent], ['dragstart', native], ['pointerover', hush], ['pointerout', hush], ['mouseover', hush], ['mouseout', hush], ['mousemove', hush],
    ] as const // prettier-ignore
    for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener, on)
    document.addEventListener('touchmove', prevent, { passive: false })
    window.addEventListener('blur', stop)
    return () => {
      stop()
      cancelAnimationFrame(frame)
      for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener, on)
      document.removeEventListener('touchmove', prevent)
      window.removeEventListener('blur', stop)
    }
  }, [isOn])
  return point
}

const isMarker = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.leaflet-marker-icon') !== null

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The card is beside the pointer, and never beyond the edge of the window: a transform. */
export function cardAt(x: number, y: number): string {
  const [width, height] = [260, 170]
  const left = x + 18 + width > innerWidth ? x - 18 - width : x + 18
  const top = y + 18 + height > innerHeight ? y - 18 - height : y + 18
  return `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`
}
