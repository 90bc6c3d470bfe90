import { useQuery } from '@tanstack/react-query'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { undatedCountQuery } from '../../queries.ts'
import { DaysDialog } from './days-dialog.tsx'

/** Says how many orders wait without a day, and finds days for them. */
export function UndatedBanner({ day }: { day: string }) {
  const { data } = useQuery(undatedCountQuery)
  const [isOpen, setOpen] = useState(false)
  const count = data?.total ?? 0
  return (
    <>
      {count > 0 && (
        <div className="pb-4">
          <Banner
            icon={<CalendarSearch />}
            actions={
              <Button size="small" onPress={() => setOpen(true)}>
                Find days
              </Button>
            }
          >
            {countOf(count, 'order')} {count === 1 ? 'waits' : 'wait'} without a day.{' '}
            <Link to="/dashboard/deliveries?day=none" className="underline">
              Show
            </Link>
          </Banner>
        </div>
      )}
      {isOpen && <DaysDialog day={day} onClose={() => setOpen(false)} />}
    </>
  )
}
