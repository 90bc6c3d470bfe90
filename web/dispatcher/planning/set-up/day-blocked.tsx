import { CalendarArrowUp, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { noFilter } from '../../deliveries/deliveries-address.ts'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'

type DayBlockedProps = {
  day: string
  sentence: string
  pending: number
  nextDay: string
  nextDayWords: string
  onDay: (day: string) => void
}

/** Why this day can no longer be planned, and the way to move its pending deliveries to one that can. */
export function DayBlocked({ day, sentence, pending, nextDay, nextDayWords, onDay }: DayBlockedProps) {
  const { changeMany } = useDeliveryActions()
  const [isMoving, setMoving] = useState(false)
  const move = async () => {
    setMoving(true)
    const filter = { ...noFilter, statuses: ['pending' as const], span: { from: day, to: day } }
    const isMoved = await changeMany({ filter }, { scheduled_date: nextDay })
    setMoving(false)
    if (isMoved) onDay(nextDay)
  }
  return (
    <Banner
      tone="warning"
      icon={<CalendarX />}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<CalendarArrowUp aria-hidden="true" className="size-3.5" />}
            isPending={isMoving}
            pendingLabel="Moving"
            onPress={() => void move()}
          >
            {`Move ${countOf(pending, 'delivery', 'deliveries')} to ${nextDayWords}`}
          </Button>
          <Button size="small" onPress={() => onDay(nextDay)}>
            {`Go to ${nextDayWords}`}
          </Button>
        </div>
      }
    >
      {sentence}
    </Banner>
  )
}
