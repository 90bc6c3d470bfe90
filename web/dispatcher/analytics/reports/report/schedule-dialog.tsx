import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { changeReport } from '#domain/api/reports.ts'
import { mostRecipients, reportFormats, ReportSchedule, type Report, type ReportFormat } from '#domain/schema/report.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { membersQuery } from '../report-queries.ts'
import { weekdayNames } from '../report-words.ts'

type ScheduleValues = {
  every: 'day' | 'week' | 'month'
  weekday: string
  day_of_month: number
  at: string
  formats: ReportFormat[]
  member_ids: string[]
  /** As they were typed. */
  addresses: string
}

const toValues = (schedule: Report['schedule'], ownId: string): ScheduleValues => ({
  every: schedule?.every ?? 'week',
  weekday: String(schedule?.weekday ?? 1),
  day_of_month: schedule?.day_of_month ?? 1,
  at: schedule?.at ?? '07:00',
  formats: schedule?.formats ?? ['pdf'],
  member_ids: schedule?.member_ids ?? [ownId],
  addresses: schedule?.addresses.join('\n') ?? '',
})

const toBody = ({ every, weekday, day_of_month, addresses, ...rest }: ScheduleValues) => ({
  ...rest,
  every,
  weekday: every === 'week' ? Number(weekday) : null,
  day_of_month: every === 'month' ? day_of_month : null,
  addresses: addresses.split(/[\s,;]+/).filter(Boolean),
})

const weekdays = weekdayNames.map((label, at) => ({ id: String(at + 1), label }))
const formats = reportFormats.map((id) => ({ id, label: id.toUpperCase() }))

type DialogProps = { report: Report; onClose: () => void; onSaved: () => void }

/** Says when a report is mailed, and to whom. */
export function ScheduleDialog({ report, onClose, onSaved }: DialogProps) {
  const me = useMe()
  const form = useRecordForm<ScheduleValues, ReportSchedule>({
    initial: toValues(report.schedule, me.user_id),
    toBody,
    schema: ReportSchedule,
    save: async (schedule) => {
      await changeRecord(report, { schedule }, (version) =>
        call(changeReport, { params: { id: report.id }, body: { schedule }, version }),
      )
      toast({ tone: 'success', title: 'The schedule was saved' })
    },
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const { values, set, problemOf } = form
  return (
    <FormDialog
      title="Send by mail"
      description="It shows what you may see, as of the day on which it is sent."
      submit="Save schedule"
      // A stopped one is saved again as it is.
      form={{ ...form, isChanged: form.isChanged || report.stopped !== null || report.schedule === null }}
      onClose={onClose}
    >
      {form.failure !== undefined && <SaveError title="The schedule was not saved" error={form.failure} />}
      <RadioGroup
        label="How often"
        options={[
          { id: 'day', label: 'Every day' },
          { id: 'week', label: 'Every week' },
          { id: 'month', label: 'Every month' },
        ]}
        value={values.every}
        onChange={(every) => set('every', every as ScheduleValues['every'])}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {values.every === 'week' && (
          <Select
            label="On"
            options={weekdays}
            value={values.weekday}
            onChange={(id) => set('weekday', String(id))}
            errorMessage={problemOf('weekday')}
          />
        )}
        {values.every === 'month' && (
          <NumberField
            label="Day of the month"
            description="In shorter months, the last day"
            minValue={1}
            maxValue={31}
            value={values.day_of_month}
            onChange={(day) => set('day_of_month', day)}
            errorMessage={problemOf('day_of_month')}
          />
        )}
        <TimeField
          label="At"
          isRequired
          description={`In ${me.workspace.time_zone}`}
          value={toTime(values.at)}
          onChange={(time) => set('at', fromTime(time) ?? '')}
          errorMessage={problemOf('at')}
        />
      </div>
      <CheckboxGroup
        label="Attach"
        options={formats}
        value={values.formats}
        onChange={(chosen) => set('formats', chosen as ReportFormat[])}
        errorMessage={problemOf('formats')}
      />
      <Members value={values.member_ids} onChange={(ids) => set('member_ids', ids)} problem={problemOf('member_ids')} />
      <TextArea
        label="Other addresses"
        description={`One in each line. At most ${mostRecipients} recipients in all.`}
        rows={3}
        value={values.addresses}
        onChange={(addresses) => set('addresses', addresses)}
        errorMessage={problemOf('addresses')}
      />
    </FormDialog>
  )
}

type MembersProps = { value: string[]; onChange: (ids: string[]) => void; problem: string | undefined }

function Members({ value, onChange, problem }: MembersProps) {
  const members = useQuery(membersQuery).data ?? []
  const nameOf = (id: string) => members.find(({ user_id }) => user_id === id)?.name ?? 'Former member'
  const others = members
    .filter(({ user_id }) => !value.includes(user_id))
    .map(({ user_id, name }) => ({ id: user_id, label: name }))
  return (
    <div className="flex flex-col gap-2">
      <ComboBox
        // Empty again after each choice.
        key={value.join()}
        label="Members"
        placeholder="Add a member"
        options={others}
        onSelectionChange={(id) => id !== null && onChange([...value, String(id)])}
        errorMessage={problem}
      />
      {value.length > 0 && (
        <ul aria-label="Members who get it" className="divide-y rounded-xl border">
          {value.map((id) => (
            <li key={id} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
              <IconButton
                label={`Remove ${nameOf(id)}`}
                hasTooltip={false}
                size="small"
                icon={<X aria-hidden="true" className="size-3.5" />}
                onPress={() => onChange(value.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
