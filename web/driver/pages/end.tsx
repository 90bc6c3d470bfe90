import { useState } from 'react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { findStop } from '../day/stops.ts'
import type { PageProps } from '../page-props.ts'
import { go, goBack } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { endOf, newEndDraft } from '../stop/end-draft.ts'
import { endSteps } from '../stop/end-steps.ts'
import { isCollected } from '../stop/stop-words.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { useWords } from '../words/use-words.tsx'
import { GonePage } from './gone.tsx'

/** Ends a stop well: one step after the other for what it asks. */
export function EndPage({ params: [id = ''] }: PageProps) {
  const stop = findStop(useDay(), id)?.stop
  return stop?.delivery ? <End stop={stop} /> : <GonePage />
}

function End({ stop }: { stop: DrivenStop }) {
  const { say } = useWords()
  const day = useDay()
  const { act, problem } = useAction()
  const { value: draft, change, drop } = useDraft(`end ${stop.id}`, () => newEndDraft(stop))
  // Decided at first: a step that is answered must not vanish from under the driver.
  const [steps] = useState(() => endSteps.filter(({ isNeeded }) => isNeeded(stop, day)))
  const [at, setAt] = useState(0)
  const { step: Step } = steps[at]!
  const isLast = at === steps.length - 1
  const name = stop.delivery!.name || stop.name || say('stop.noName')

  async function next() {
    if (!isLast) return setAt(at + 1)
    if (!draft || !(await act(endOf(stop, draft)))) return
    await drop()
    go('/', { replace: true })
  }

  return (
    <Screen
      title={say(isCollected(stop) ? 'end.pickupTitle' : 'end.deliverTitle', { name })}
      subtitle={steps.length > 1 && say('end.step', { step: at + 1, steps: steps.length })}
      onBack={at === 0 ? goBack : () => setAt(at - 1)}
    >
      <Problem text={problem} />
      {draft && (
        <Step
          key={at}
          stop={stop}
          day={day}
          draft={draft}
          change={change}
          next={() => void next()}
          nextLabel={say(isLast ? 'end.finish' : 'end.next')}
        />
      )}
    </Screen>
  )
}
