import { fromDate, type ZonedDateTime } from '@internationalized/date'
import { failureReasonNames, failureReasons, type FailureReason } from '#domain/failure-reasons.ts'
import { useMe } from '#web/lib/me.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** What a person says about a status. Without a time, the server's default is meant. */
export type StatusValues = { at: ZonedDateTime | null; reason: FailureReason | null; note: string }

type StatusFieldsProps = {
  values: StatusValues
  onChange: (part: Partial<StatusValues>) => void
  problemOf: (field: string) => string | undefined
  isFailed: boolean
  /** The time that is meant without one. */
  usualTime: Date
  timeNote?: string
}

const reasons = failureReasonNames.map((id) => ({ id, label: failureReasons[id].label }))

/** When a status was reached, why it failed, and a note. */
export function StatusFields({ values, onChange, problemOf, isFailed, usualTime, timeNote }: StatusFieldsProps) {
  const { workspace } = useMe()
  return (
    <>
      {isFailed && (
        <Select
          label="Reason"
          isRequired
          options={reasons}
          placeholder="Choose a reason"
          value={values.reason}
          onChange={(reason) => onChange({ reason: reason as FailureReason })}
          errorMessage={problemOf('reason')}
          description={values.reason ? failureReasons[values.reason].say : undefined}
        />
      )}
      <DatePicker
        label="When"
        granularity="minute"
        hideTimeZone
        description={timeNote}
        value={values.at ?? fromDate(usualTime, workspace.time_zone)}
        onChange={(at) => onChange({ at })}
        errorMessage={problemOf('at')}
      />
      <TextArea
        label="Note"
        rows={2}
        maxLength={500}
        placeholder="What else is to be known"
        value={values.note}
        onChange={(note) => onChange({ note })}
        errorMessage={problemOf('note')}
      />
    </>
  )
}

/** The values in the API's form. */
export function saidOf({ at, reason, note }: StatusValues, isFailed: boolean) {
  return {
    ...(at && { at: at.toDate().toISOString() }),
    ...(isFailed && reason && { reason }),
    ...(note.trim() && { note: note.trim() }),
  }
}
