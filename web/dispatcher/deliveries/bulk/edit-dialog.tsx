import { useState } from 'react'
import { BulkEdit } from '#domain/api/bulk.ts'
import { toDayTime, toNumber } from '#domain/import/cells.ts'
import { toRequirements } from '#domain/import/order-cells.ts'
import { countOf } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type EditDialogProps = { count: number; onEdit: (edit: BulkEdit) => void; onClose: () => void }

const words = (text: string) =>
  text
    .split(/[;,|]/)
    .map((word) => word.trim())
    .filter(Boolean)

/** The fields that can be changed together, and how each is read. */
const fields = [
  { name: 'window_start', label: 'Window starts', placeholder: '09:00', read: toDayTime },
  { name: 'window_end', label: 'Window ends', placeholder: '17:00', read: toDayTime },
  { name: 'ready_time', label: 'Ready at the depot', placeholder: '06:30', read: toDayTime },
  { name: 'service_minutes', label: 'Minutes at the door', placeholder: '5', read: toNumber },
  { name: 'setup_minutes', label: 'Minutes to park and walk', placeholder: '2', read: toNumber },
  { name: 'requirements', label: 'Proof', placeholder: 'photo, signature', read: toRequirements },
  { name: 'add_tags', label: 'Add tags', placeholder: 'vip, fragile', read: words },
  { name: 'remove_tags', label: 'Remove tags', placeholder: 'vip', read: words },
  { name: 'add_skills', label: 'Add skills', placeholder: 'cold', read: words },
  { name: 'remove_skills', label: 'Remove skills', placeholder: 'cold', read: words },
] as const

type Texts = Partial<Record<(typeof fields)[number]['name'] | 'notes', string>>

/** Asks what to change in all selected deliveries. What stays empty stays as it is. */
export function EditDialog({ count, onEdit, onClose }: EditDialogProps) {
  const [texts, setTexts] = useState<Texts>({})
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const read = readEdit(texts)
    if ('problem' in read) setProblem(read.problem)
    else onEdit(read.edit)
  }
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Edit ${countOf(count, 'delivery', 'deliveries')}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-ink-muted">What you leave empty stays as it is.</p>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(({ name, label, placeholder }, index) => (
            <TextField
              key={name}
              label={label}
              placeholder={placeholder}
              autoFocus={index === 0}
              value={texts[name] ?? ''}
              onChange={(value) => setTexts({ ...texts, [name]: value })}
            />
          ))}
        </div>
        <TextArea
          label="Notes"
          rows={2}
          value={texts.notes ?? ''}
          onChange={(notes) => setTexts({ ...texts, notes })}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Change
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function readEdit(texts: Texts): { edit: BulkEdit } | { problem: string } {
  const given: Record<string, unknown> = texts.notes?.trim() ? { notes: texts.notes } : {}
  for (const { name, label, read, placeholder } of fields) {
    const text = texts[name]?.trim()
    if (!text) continue
    const value = read(text)
    if (value === undefined) return { problem: `${label}: write it like ${placeholder}.` }
    given[name] = value
  }
  const checked = BulkEdit.safeParse(given)
  return checked.success ? { edit: checked.data } : { problem: checked.error.issues[0]!.message }
}
