import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeDocument, createDocument, deleteDocument } from '#domain/api/fleet-documents.ts'
import {
  documentKinds,
  NewFleetDocument,
  type DocumentKind,
  type FleetDocument,
} from '#domain/schema/fleet-document.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { textOrNull } from '#web/lib/field-values.ts'
import { formatDay } from '#web/lib/format.ts'
import { useMay } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { partsOf } from '#web/lib/part.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RecordDrawer } from '../../records/record-drawer.tsx'
import type { DocumentOwner } from '../fleet-queries.ts'
import { DayField } from './day-field.tsx'
import { DocumentFile } from './document-file.tsx'
import { documentWords } from './document-words.ts'

const toValues = (row: FleetDocument | undefined, kind: DocumentKind = 'registration') => ({
  kind: row?.kind ?? kind,
  name: row?.name ?? '',
  number: row?.number ?? '',
  expires_on: row?.expires_on ?? null,
  warn_days: row?.warn_days ?? 30,
  file: row?.file ?? null,
})

const { one, text, number } = partsOf<ReturnType<typeof toValues>>()
const parts = [
  one<DocumentKind>('Kind', 'kind', (kind) => documentWords[kind]),
  text('Name', 'name'),
  text('Number', 'number'),
  one<string | null>('Valid until', 'expires_on', (day) => (day ? formatDay(day) : '')),
  number('Tell so many days before', 'warn_days'),
  one<FleetDocument['file']>('File', 'file', (file) => file?.name ?? ''),
]

type DocumentFormProps = { owner: DocumentOwner; row?: FleetDocument | undefined; onClose: () => void }

/** Adds or edits a document. */
export function DocumentForm({ owner, row, onClose }: DocumentFormProps) {
  const client = useQueryClient()
  const mayChange = useMay('change_fleet')
  const close = () => {
    onClose()
    void client.invalidateQueries({ queryKey: ['vehicles'] })
  }
  const form = useRecordForm({
    initial: toValues(row, owner.driver_id ? 'license' : 'registration'),
    toBody: (values) => ({ ...values, ...owner, number: textOrNull(values.number) }),
    schema: NewFleetDocument,
    shared: row && { record: row, toValues, parts, gone: { code: 'document_not_found', noun: 'document' } },
    save: ({ vehicle_id, driver_id, ...body }, { idempotencyKey, version }) =>
      row
        ? call(changeDocument, { params: { id: row.id }, body, version })
        : call(createDocument, { body: { vehicle_id, driver_id, ...body }, idempotencyKey }),
    onSaved: () => {
      close()
      toast({ title: row ? 'The document was saved' : 'The document was added' })
    },
  })
  const { values, set, field, problemOf } = form
  return (
    <RecordDrawer
      title={row ? row.name : 'Add document'}
      form={form}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_fleet" doing="change documents" />}
      submitLabel={row ? 'Save' : 'Add document'}
      onClose={onClose}
      after={row && mayChange && <Deletion row={row} onDeleted={close} />}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          options={documentKinds.map((id) => ({ id, label: documentWords[id] }))}
          {...field('kind')}
          onChange={(kind) => set('kind', kind as DocumentKind)}
        />
        <TextField label="Number" {...field('number')} />
      </div>
      <TextField label="Name" placeholder="Liability insurance" isRequired autoFocus={!row} {...field('name')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DayField
          label="Valid until"
          value={values.expires_on}
          onChange={(day) => set('expires_on', day)}
          errorMessage={problemOf('expires_on')}
          description="Empty: it does not end."
        />
        <NumberField label="Tell so long before" unit="days" minValue={0} {...field('warn_days')} />
      </div>
      <DocumentFile value={values.file} onChange={(file) => set('file', file)} isEditable={mayChange} />
    </RecordDrawer>
  )
}

/** Deletes it at once; the message has Undo. */
function Deletion({ row, onDeleted }: { row: FleetDocument; onDeleted: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteDocument, { params: { id: row.id }, version: row.version }),
    onSuccess: () => {
      onDeleted()
      toast({ title: `${row.name} was deleted`, action: { label: 'Undo', onPress: () => putBack.mutate() } })
    },
  })
  const putBack = useMutation({
    mutationFn: () => {
      const { vehicle_id, driver_id, kind, name, number, expires_on, warn_days, file } = row
      const body = { vehicle_id, driver_id, kind, name, number, expires_on, warn_days, file }
      return call(createDocument, { body, idempotencyKey: newIdempotencyKey() })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['vehicles'] }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <div className="mt-6 grid grid-cols-1 gap-3">
      {remove.error && <SaveError title="The document was not deleted" error={remove.error} />}
      <Button
        variant="danger-quiet"
        className="justify-self-start"
        isPending={remove.isPending}
        onPress={() => remove.mutate()}
      >
        Delete this document
      </Button>
    </div>
  )
}
