import { changeCustomField, createCustomField } from '#domain/api/custom-fields.ts'
import {
  customFieldAudiences,
  CustomFieldChange,
  customFieldTypes,
  NewCustomField,
  type CustomField,
  type CustomFieldAudience,
  type CustomFieldType,
} from '#domain/schema/custom-field.ts'
import { call } from '#web/lib/call.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { audienceWords, seenBy, typeWords } from './field-words.ts'

const toValues = (field: CustomField | undefined) => ({
  label: field?.label ?? '',
  type: field?.type ?? ('text' as CustomFieldType),
  /** One option per line. */
  options: field?.options.join('\n') ?? '',
  visible_to: field?.visible_to ?? ([] as CustomFieldAudience[]),
})
type Values = ReturnType<typeof toValues>

const { text, one } = partsOf<Values>()
const parts = [
  text('Label', 'label'),
  one<CustomFieldType>('Type', 'type', (type) => typeWords[type]),
  text('Options', 'options'),
  one<CustomFieldAudience[]>('Seen by', 'visible_to', seenBy),
]

const optionsOf = ({ type, options }: Values) =>
  type === 'choice'
    ? options
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : []

const toChange = (values: Values) => ({
  label: values.label,
  ...(values.type === 'choice' && { options: optionsOf(values) }),
  visible_to: values.visible_to,
})

const types = customFieldTypes.map((id) => ({ id, label: typeWords[id] }))
const audiences = customFieldAudiences.map((id) => ({ id, label: audienceWords[id] }))

type FieldFormProps = { row?: CustomField; onClose: () => void; onSaved: () => void }

/** Adds or edits a field of the workspace's own. */
export function FieldForm({ row, onClose, onSaved }: FieldFormProps) {
  const mayChange = useMay('manage_workspace')
  const form = useRecordForm<Values, NewCustomField | CustomFieldChange, CustomField>({
    initial: toValues(row),
    toBody: (values) => (row ? toChange(values) : { ...toChange(values), type: values.type }),
    schema: row ? CustomFieldChange : NewCustomField,
    shared: row && { record: row, toValues, parts, gone: { code: 'not_found', noun: 'field' } },
    save: async (body, { idempotencyKey, version }) => {
      if (row) await call(changeCustomField, { params: { id: row.id }, body: body as CustomFieldChange, version })
      else await call(createCustomField, { body: body as NewCustomField, idempotencyKey })
    },
    onSaved,
  })
  const { values, set, field } = form
  return (
    <RecordDrawer
      title={row ? row.label : 'Add field'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="manage_workspace" doing="change fields" />}
      submitLabel={row ? 'Save' : 'Add field'}
      onClose={onClose}
    >
      <TextField label="Label" isRequired autoFocus={!row} placeholder="Gate code" {...field('label')} />
      <Select
        label="Type"
        options={types}
        isDisabled={row !== undefined}
        description={row ? 'The type stays, because deliveries have values of it.' : undefined}
        {...field('type')}
        onChange={(type) => set('type', type as CustomFieldType)}
      />
      {values.type === 'choice' && (
        <TextArea label="Options" isRequired description="One per line." rows={5} {...field('options')} />
      )}
      <CheckboxGroup
        label="Seen by your team and"
        options={audiences}
        {...field('visible_to')}
        onChange={(chosen) =>
          set(
            'visible_to',
            customFieldAudiences.filter((each) => chosen.includes(each)),
          )
        }
      />
      {row && (
        <p className="text-[0.8125rem] text-ink-muted">
          Files and programs call it <code>{row.key}</code>, whatever its label is.
        </p>
      )}
    </RecordDrawer>
  )
}
