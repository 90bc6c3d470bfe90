import { useQueryClient } from '@tanstack/react-query'
import { changeLook } from '#domain/api/look.ts'
import { LookPatch, type Look } from '#domain/schema/look.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PartForm } from '../settings/part-form.tsx'

type Values = { accent: string; contact: string }

const { text } = partsOf<Values>()
const toValues = ({ accent, contact }: Look): Values => ({ accent: accent ?? '', contact: contact ?? '' })
const toBody = ({ accent, contact }: Values): LookPatch => ({
  accent: accent.trim() || null,
  contact: contact.trim() || null,
})

/** As the browser's own field of colors needs it. */
const isColor = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** The color and the contact line, with the note's head as it will be. */
export function LookForm({ look, isEditable }: { look: Look; isEditable: boolean }) {
  const client = useQueryClient()
  const form = useRecordForm({
    initial: toValues(look),
    toBody,
    schema: LookPatch,
    shared: {
      record: look,
      toValues,
      parts: [text('Color', 'accent'), text('Contact line', 'contact')],
      gone: { code: 'not_found', noun: 'look' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeLook, { body, version })
      client.setQueryData(keys.look, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Color and contact line saved' }),
  })
  const { accent, contact } = form.values
  return (
    <PartForm form={form} isEditable={isEditable} submitLabel="Save color and contact">
      <Card title="Color" description="A bar at the top, and the headings. Dark enough to be read on white.">
        <div className="flex items-start gap-3">
          <TextField
            label="Color"
            description="Such as #0b6b5a. Empty for none"
            value={accent}
            maxLength={7}
            isDisabled={!isEditable}
            errorMessage={form.problemOf('accent')}
            onChange={(value) => form.set('accent', value)}
          />
          <input
            type="color"
            aria-label="Choose a color"
            disabled={!isEditable}
            value={isColor(accent) ? accent : '#0b6b5a'}
            onChange={(event) => form.set('accent', event.target.value)}
            className="focus-ring mt-6 size-10 cursor-pointer rounded-lg border bg-surface p-1 pointer-coarse:size-11"
          />
        </div>
      </Card>
      <Card title="Contact line" description="How recipients reach you, below your name.">
        <TextField
          label="Contact line"
          description="Such as 021 555 0100 · help@example.com"
          value={contact}
          maxLength={200}
          isDisabled={!isEditable}
          errorMessage={form.problemOf('contact')}
          onChange={(value) => form.set('contact', value)}
        />
      </Card>
    </PartForm>
  )
}
