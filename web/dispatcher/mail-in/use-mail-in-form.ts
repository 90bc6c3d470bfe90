import { useQueryClient } from '@tanstack/react-query'
import { changeMailIn } from '#domain/api/mail-in.ts'
import { MailInPatch, type MailIn } from '#domain/schema/mail-in.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'

export type MailInValues = {
  is_on: boolean
  /** Empty recognizes the columns by their names. */
  mapping_id: string
  mode: MailIn['mode']
  /** One a line. */
  senders: string
}

const { one, text, switch: onOff } = partsOf<MailInValues>()

const toValues = ({ is_on, mapping_id, mode, senders }: MailIn): MailInValues => ({
  is_on,
  mapping_id: mapping_id ?? '',
  mode,
  senders: senders.join('\n'),
})

const toBody = ({ mapping_id, senders, ...rest }: MailInValues): MailInPatch => ({
  ...rest,
  mapping_id: mapping_id || null,
  senders: senders.split(/[\s,;]+/).filter(Boolean),
})

/** How orders are taken by mail, as a form that stays open. */
export function useMailInForm(settings: MailIn, nameOf: (mappingId: string) => string) {
  const client = useQueryClient()
  return useRecordForm({
    initial: toValues(settings),
    toBody,
    schema: MailInPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        onOff('Orders by mail', 'is_on'),
        one<string>('Columns', 'mapping_id', nameOf),
        one<MailIn['mode']>('What a file does', 'mode', (mode) => mode),
        text('Senders', 'senders'),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeMailIn, { body, version })
      client.setQueryData(keys.mailIn.settings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Orders by mail saved' }),
  })
}
