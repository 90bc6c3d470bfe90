import { useQuery } from '@tanstack/react-query'
import { listImportMappings } from '#domain/api/import-mappings.ts'
import { mailInModes, type MailIn } from '#domain/schema/mail-in.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { deliveriesKind } from '../import/kinds/deliveries.ts'
import { PartForm } from '../settings/part-form.tsx'
import { useMailInForm } from './use-mail-in-form.ts'

const recognized = 'Recognize them by their names'
const modes = deliveriesKind.modes!.filter(({ mode }) => (mailInModes as readonly string[]).includes(mode))

/** Whether mail is taken, from whom, and what becomes of the files. */
export function MailInForm({ settings, isEditable }: { settings: MailIn; isEditable: boolean }) {
  const kept = useQuery({
    queryKey: keys.importMappings('deliveries'),
    queryFn: ({ signal }) => call(listImportMappings, { query: { kind: 'deliveries' }, signal }),
  })
  const mappings = kept.data?.data ?? []
  const nameOf = (id: string) => mappings.find((each) => each.id === id)?.name ?? recognized
  const form = useMailInForm(settings, nameOf)
  const { values, set, problemOf } = form
  const isDisabled = !isEditable
  return (
    <PartForm form={form} isEditable={isEditable}>
      <Card title="Files of orders">
        <div className="flex flex-col gap-5">
          <Switch
            isDisabled={isDisabled}
            isSelected={values.is_on}
            onChange={(value) => set('is_on', value)}
            description="CSV and Excel files that are attached to a mail become deliveries. Rows without a day are for the day on which the mail comes."
          >
            Take orders by mail
          </Switch>
          <TextArea
            label="From these senders"
            description="One a line: orders@shop.example, or @shop.example for everybody there. They get an answer that says which rows were refused."
            rows={3}
            isDisabled={isDisabled}
            value={values.senders}
            errorMessage={problemOf('senders')}
            onChange={(value) => set('senders', value)}
          />
          <Select
            label="What the columns hold"
            description="Columns that you kept while importing a file."
            options={[
              { id: 'recognized', label: recognized },
              ...mappings.map(({ id, name }) => ({ id, label: name })),
            ]}
            value={mappings.some(({ id }) => id === values.mapping_id) ? values.mapping_id : 'recognized'}
            isDisabled={isDisabled}
            onChange={(id) => set('mapping_id', id === 'recognized' ? '' : String(id))}
          />
          <Select
            label="What a file does"
            description={modes.find(({ mode }) => mode === values.mode)?.words}
            options={modes.map(({ mode, label }) => ({ id: mode, label }))}
            value={values.mode}
            isDisabled={isDisabled}
            onChange={(mode) => set('mode', mode as MailIn['mode'])}
          />
        </div>
      </Card>
    </PartForm>
  )
}
