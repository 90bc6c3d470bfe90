import { PackageOpen } from 'lucide-react'
import { countOf, formatDay } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NothingToPlanProps = {
  day: string
  /** Deliveries of the day in any other state. */
  planned: number
  otherDays: readonly { day: string; pending: number }[]
  onDay: (day: string) => void
}

/** The most days to offer. More would be a list to search. */
const offered = 4

/** A day without pending deliveries: which days have some, and how to add more. */
export function NothingToPlan({ day, planned, otherDays, onDay }: NothingToPlanProps) {
  return (
    <Card>
      <EmptyState
        icon={<PackageOpen />}
        title={`No pending deliveries on ${formatDay(day)}`}
        actions={
          <>
            {otherDays.slice(0, offered).map((other) => (
              <Button key={other.day} onPress={() => onDay(other.day)}>
                {formatDay(other.day)}
                <span className="font-normal text-ink-muted">{other.pending} pending</span>
              </Button>
            ))}
            <ButtonLink variant={otherDays.length > 0 ? 'quiet' : 'primary'} to="/dashboard/deliveries?import=1">
              Import deliveries
            </ButtonLink>
          </>
        }
      >
        {planned > 0
          ? `${countOf(planned, 'delivery is', 'deliveries are')} already planned, under way or done. `
          : 'Nothing is scheduled for this day. '}
        {otherDays.length > 0
          ? 'Other days have deliveries to plan.'
          : 'Import deliveries or create one, and they will appear here.'}
      </EmptyState>
    </Card>
  )
}
