import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRetention, previewRetention } from '#domain/api/retention.ts'
import {
  mostPreviewed,
  RetentionChange,
  retentionKindNames,
  retentionKinds,
  type Retention,
  type RetentionKind,
} from '#domain/schema/retention.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import type { Part } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PartForm } from '../settings/part-form.tsx'
import { removedIn, tonightWords } from './words.ts'

type Values = Record<`${RetentionKind}_days`, number | null>

const toValues = ({ recipients_days, proofs_days, messages_days, audit_days }: Retention): Values => {
  return { recipients_days, proofs_days, messages_days, audit_days }
}

const parts = retentionKindNames.map((kind): Part<Values> => {
  const field = `${kind}_days` as const
  const show = (values: Values) => (values[field] === null ? 'Keep' : countOf(values[field] ?? 0, 'day'))
  return { label: retentionKinds[kind].title, fields: [field], show }
})

/** One line for each kind: keep it, or for how many days. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const queryClient = useQueryClient()
  const form = useRecordForm({
    initial: toValues(retention),
    toBody: (values) => values,
    schema: RetentionChange,
    shared: {
      record: retention,
      toValues,
      parts,
      gone: { code: 'no_workspace', noun: 'workspace' },
    },
    save: (body, { version }) => call(changeRetention, { body, version }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: keys.personalData.retention })
      toast({ title: 'Settings saved. Older data is removed tonight.' })
    },
  })
  const tonight = useTonight(form.values)
  return (
    <PartForm form={form} isEditable submitLabel="Save">
      <LastNight retention={retention} />
      {retentionKindNames.map((kind) => {
        const { title, covers, most } = retentionKinds[kind]
        const name = `${kind}_days` as const
        const days = form.values[name]
        const isLimited = days !== null
        return (
          <div key={kind} className="flex flex-col gap-2.5">
            <Checkbox
              isSelected={isLimited}
              onChange={(isOn) => form.set(name, isOn ? (retention[name] ?? Math.min(most, 365)) : null)}
            >
              <span className="font-medium">{title}</span>
              <span className="block text-[0.8125rem] text-ink-muted">{covers}</span>
            </Checkbox>
            {isLimited && (
              <div className="flex flex-col gap-1 pl-7">
                <NumberField
                  label="Keep for"
                  aria-label={`${title}: keep for`}
                  unit={days === 1 ? 'day' : 'days'}
                  minValue={1}
                  maxValue={most}
                  value={days}
                  onChange={(value) => form.set(name, value)}
                  errorMessage={form.problemOf(name)}
                  className="max-w-56"
                />
                <p role="status" className="min-h-5 text-[0.8125rem] text-ink-muted">
                  {tonight?.[kind] !== undefined && tonightWords(kind, tonight[kind], mostPreviewed)}
                </p>
              </div>
            )}
          </div>
        )
      })}
      <p className="text-[0.8125rem] text-ink-muted">
        Replies kept for programs, counts of imports and problems sent to be optimized are always removed after a day.
        Deliveries that never ended keep their recipient.
      </p>
    </PartForm>
  )
}

/** What the coming night would remove with what the form says. */
function useTonight(values: Values) {
  const given = Object.entries(values).filter(([, days]) => days !== null && days > 0)
  const asked = useSettled(JSON.stringify(Object.fromEntries(given)))
  const preview = useQuery({
    queryKey: keys.personalData.preview(asked),
    queryFn: ({ signal }) => call(previewRetention, { query: JSON.parse(asked) as object, signal }),
    enabled: asked !== '{}',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return preview.data
}

function LastNight({ retention }: { retention: Retention }) {
  const { last_run: run } = retention
  const limited = retentionKindNames.filter((kind) => retention[`${kind}_days`] !== null || run?.removed[kind])
  if (!run || !limited.length) return null
  return (
    <p>
      <span className="font-medium">Last night</span>{' '}
      <span className="text-ink-muted">
        ({formatDay(run.day)}): {removedIn(run.removed, limited)} removed.
      </span>
    </p>
  )
}
