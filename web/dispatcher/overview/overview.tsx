import { dayOf } from '#domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDay } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropToImport } from '../import/drop-to-import.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { openDaysQuery } from '../queries.ts'
import { DriversTab } from './drivers-tab.tsx'
import { FleetTab } from './fleet-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { NewJob } from './new-job/new-job.tsx'
import { TabStrip } from './tab-strip.tsx'
import { TodayTab } from './today-tab.tsx'

/** A member's dashboard: the workspace's own day, jobs, fleet and drivers. */
export function Overview() {
  const { workspace } = useMe()
  const mayAdd = useMay('add_deliveries')
  const [isCreating, setCreating] = useState(false)
  const [search, setSearch] = useSearchParams()
  const isEmpty = useQuery(openDaysQuery).data?.total === 0
  const today = dayOf(new Date(), workspace.time_zone)
  const show = (tab: string) =>
    setSearch(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true })
  const create = mayAdd ? (
    <Button
      variant="primary"
      aria-haspopup="dialog"
      icon={<Plus aria-hidden="true" className="size-4" />}
      onPress={() => setCreating(true)}
    >
      Create New Job
    </Button>
  ) : (
    <NotOffered action="add_deliveries" doing="create jobs" />
  )
  return (
    <>
      <DropToImport />
      <PageHeader
        title={isEmpty ? 'Welcome to Karta' : 'Dashboard'}
        description={isEmpty ? 'Plan your first day in a few minutes.' : `Today, ${formatDay(today)}`}
        actions={create}
      />
      <TabStrip
        label="Dashboard"
        current={search.get('tab') ?? 'overview'}
        onChange={show}
        tabs={[
          { id: 'overview', label: 'Overview', content: <TodayTab today={today} /> },
          { id: 'jobs', label: 'Jobs', content: <JobsTab today={today} /> },
          { id: 'fleet', label: 'Fleet', content: <FleetTab /> },
          { id: 'drivers', label: 'Drivers', content: <DriversTab /> },
        ]}
      />
      {isCreating && <NewJob today={today} onCreatedForToday={() => show('jobs')} onClose={() => setCreating(false)} />}
    </>
  )
}
