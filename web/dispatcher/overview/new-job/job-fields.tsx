import { getLocalTimeZone, parseDateTime, Time, toCalendarDateTime, today } from '@internationalized/date'
import { useState } from 'react'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { JobDraft, JobProblems } from './job-draft.ts'

export type JobHints = {
  drivers: readonly { id: string; name: string }[]
  /** The label of the choice without a driver. */
  nobody: string
  /** Which time zone the time is in. */
  timeHint?: string
  driverHint?: string
}

type JobFieldsProps = JobHints & {
  job: JobDraft
  set: (change: Partial<JobDraft>) => void
  problems: JobProblems
}

const nobodyId = 'nobody'

/** The fields of Create New Job. */
export function JobFields({ job, set, problems, drivers, nobody, timeHint, driverHint }: JobFieldsProps) {
  // A day picked from the calendar starts with this time.
  const [morning] = useState(() => toCalendarDateTime(today(getLocalTimeZone()), new Time(9)))
  return (
    <>
      <TextField
        label="Pickup Address"
        name="pickup"
        autoFocus
        isRequired
        autoComplete="off"
        value={job.pickup}
        onChange={(pickup) => set({ pickup })}
        errorMessage={problems.pickup}
      />
      <TextField
        label="Delivery Address"
        name="delivery"
        isRequired
        autoComplete="off"
        value={job.delivery}
        onChange={(delivery) => set({ delivery })}
        errorMessage={problems.delivery}
      />
      <DatePicker
        label="Scheduled Time"
        name="scheduledTime"
        isRequired
        granularity="minute"
        placeholderValue={morning}
        description={timeHint}
        value={job.scheduledTime ? parseDateTime(job.scheduledTime) : null}
        onChange={(value) => set({ scheduledTime: value?.toString().slice(0, 16) ?? '' })}
        errorMessage={problems.scheduledTime}
      />
      <Select
        label="Assign Driver"
        name="driver"
        description={driverHint}
        options={[{ id: nobodyId, label: nobody }, ...drivers.map(({ id, name }) => ({ id, label: name }))]}
        value={job.driverId || nobodyId}
        onChange={(id) => set({ driverId: id === nobodyId ? '' : String(id) })}
        errorMessage={problems.driverId}
      />
    </>
  )
}
