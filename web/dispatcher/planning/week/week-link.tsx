import { CalendarRange } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { mondayOf, weekPath } from './week-days.ts'

/** Leads from a day to its week. */
export function WeekLink({ day }: { day: string }) {
  return (
    <ButtonLink
      to={weekPath(mondayOf(day))}
      aria-label="Week"
      icon={<CalendarRange aria-hidden="true" className="size-4" />}
      className="max-sm:px-3"
    >
      <span className="max-sm:hidden">Week</span>
    </ButtonLink>
  )
}
