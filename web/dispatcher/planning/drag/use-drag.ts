import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DropAnswer, DropMark, DropQuestion } from '#domain/drop/drop-board.ts'
import { locksAmong } from '#domain/drop/drop-locks.ts'
import { errors } from '#domain/errors.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { toast } from '#web/ui/toast.tsx'
import type { DropEngine } from './drop-engine.ts'
import { sayBreaks } from './drop-words.ts'
import { pick, stillThere, type Picked } from './pick.ts'
import { watchSleep } from './watch-sleep.ts'
import { whyHeld, type Held } from './why-held.ts'

/** What is being dragged, and what letting go now would do. */
export type Drag = {
  picked: Picked
  by: 'pointer' | 'keys'
  target: DropQuestion | null
  /** Null until it is worked out. */
  answer: DropAnswer | null
  /** The best of each route, the cheapest first; null until they are worked out. */
  marks: readonly DropMark[] | null
}

export type Drop = (plan: Plan, picked: Picked, target: DropQuestion, answer: DropAnswer | null) => Promise<void>

type DragHandlers = {
  drop: Drop
  /** Somebody wants to drag what stays where it is. */
  onHeld: (held: Held) => void
  onWake: () => void
}

/**
 * Picks up, holds over targets, and drops. Figures of what is held over come as fast as the engine has them.
 * @param knows changes when the engine knows more, so that it is asked again
 */
export function useDrag(
  plan: Plan | undefined,
  engine: DropEngine,
  knows: string,
  { drop, onHeld, onWake }: DragHandlers,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const now = useRef<Drag | null>(null)
  const question = useRef(0)
  const sleep = useRef<ReturnType<typeof watchSleep>>(undefined)
  const set = (next: Drag | null) => {
    now.current = next
    setDrag(next)
    document.body.toggleAttribute('data-dragging', next?.by === 'pointer')
  }
  const change = (some: Partial<Drag>) => now.current && set({ ...now.current, ...some })

  const askMarks = async (picked: Picked) => {
    const marks = await engine.marks(picked.dragged)
    if (now.current?.picked === picked) change({ marks })
  }
  const ask = async (picked: Picked, target: DropQuestion) => {
    const number = ++question.current
    const answer = await engine.ask(picked.dragged, target)
    // Meanwhile it may be held over something else.
    if (number === question.current && now.current?.picked === picked) change({ answer })
  }
  const start = (ids: ReadonlySet<string>, by: Drag['by']): boolean => {
    const picked = plan && pick(plan, ids)
    if (!picked) {
      const held = plan && whyHeld(plan, ids)
      if (held) onHeld(held)
      return false
    }
    set({ picked, by, target: null, answer: null, marks: null })
    void askMarks(picked)
    return true
  }
  const over = (target: DropQuestion | null) => {
    const drag = now.current
    if (!drag || JSON.stringify(drag.target) === JSON.stringify(target)) return
    question.current++
    // The old figures stay until the new ones are there, a frame later, unless they are of another kind.
    change({ target, answer: null })
    if (target) void ask(drag.picked, target)
  }
  const cancel = () => {
    question.current++
    set(null)
  }
  const letGo = () => {
    if (sleep.current?.look()) return
    const drag = now.current
    if (!drag) return
    const { picked, target, answer } = drag
    set(null)
    const settle = async () => {
      const told = answer ?? (target && (await engine.ask(picked.dragged, target))) ?? null
      if (!plan || !target) return
      const locks = told?.kind === 'effect' ? locksAmong(told.breaks) : []
      if (told?.kind === 'refused') notMoved(errors[told.code].say)
      else if (locks.length > 0) notMoved(`${sayBreaks(locks).join('. ')}. Unlock first.`)
      else await drop(plan, picked, target, told)
    }
    void settle()
  }

  // Somebody else may change the plan meanwhile: the figures are worked out again, as long as the stops are there.
  useEffect(() => {
    const drag = now.current
    if (!drag || !plan) return
    const picked = stillThere(plan, drag.picked)
    if (!picked) {
      cancel()
      toast({ tone: 'info', title: 'The plan was changed meanwhile', description: `${drag.picked.label} can no longer be moved from there.` }) // prettier-ignore
      return
    }
    set({ ...drag, picked, answer: null })
    void askMarks(picked)
    if (drag.target) void ask(picked, drag.target)
    // oxlint-disable-next-line react/exhaustive-deps -- only a changed plan, and what is known of it, matter
  }, [plan, knows])

  // A browser that slept drops what it held: nobody knows what the plan is by now.
  const wake = useEffectEvent(() => {
    if (!now.current) return
    cancel()
    onWake()
    notMoved('This computer was asleep. The plan has been read again.')
  })
  useEffect(() => {
    const watched = watchSleep(() => wake())
    sleep.current = watched
    return watched.stop
  }, [])

  return { drag, current: now, start, over, cancel, letGo }
}

const notMoved = (description: string) => toast({ tone: 'info', title: 'Nothing was moved', description })

export type Dragging = ReturnType<typeof useDrag>
