import { CalendarX, Clock, Route } from 'lucide-react'
import type { PlanLateness, PlanSummary } from '#domain/schema/plan.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lateAdvice, lateSentence } from './lateness-words.ts'

type LateBannerProps = {
  plan: Pick<PlanSummary, 'state'>
  late: PlanLateness
  isDayOver: boolean
  now: Date
  zone: string
  isStarting: boolean
  /** Plans the day again from now; absent for those who may not. */
  onAgain: (() => void) | undefined
}

/** A plan whose routes should have begun: since when, and the way to one that starts from now. */
export function LateBanner({ plan, late, isDayOver, now, zone, isStarting, onAgain }: LateBannerProps) {
  if (isDayOver) {
    return (
      <Banner tone="warning" icon={<CalendarX />}>
        {plan.state === 'draft'
          ? 'This day is over, so this plan can no longer be approved. Move its deliveries to today or later.'
          : 'This day is over, and the plan was not dispatched. Take it back to plan its deliveries on another day.'}
      </Banner>
    )
  }
  return (
    <Banner
      tone="warning"
      icon={<Clock />}
      actions={
        onAgain && (
          <Button
            size="small"
            icon={<Route aria-hidden="true" className="size-3.5" />}
            isPending={isStarting}
            pendingLabel="Starting"
            onPress={onAgain}
          >
            {plan.state === 'approved' ? 'Take back and plan again' : 'Plan again from now'}
          </Button>
        )
      }
    >
      {`${lateSentence(late, now, zone)} ${lateAdvice(plan)}`}
    </Banner>
  )
}
