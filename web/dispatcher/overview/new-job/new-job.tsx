import { useQuery } from '@tanstack/react-query'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { activeDriversQuery } from '../../queries.ts'
import { JobDialog } from './job-dialog.tsx'
import { useCreateJob } from './use-create-job.ts'

type NewJobProps = { today: string; onCreatedForToday: () => void; onClose: () => void }

/** Create New Job, with the workspace's own drivers. */
export function NewJob({ today, onCreatedForToday, onClose }: NewJobProps) {
  const { workspace } = useMe()
  const drivers = useQuery(activeDriversQuery)
  const create = useCreateJob(workspace.time_zone, (delivery) => {
    if (delivery.scheduled_date === today) onCreatedForToday()
  })
  return (
    <JobDialog
      drivers={drivers.data ?? []}
      nobody="Let the planner decide"
      timeHint={`The time in ${workspace.time_zone.replaceAll('_', ' ')}`}
      driverHint={drivers.error ? sentenceOf(drivers.error) : undefined}
      onCreate={create}
      onClose={onClose}
    />
  )
}
