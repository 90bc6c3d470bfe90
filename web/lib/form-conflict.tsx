import { ConflictDialog, type ConflictingField } from '#web/ui/conflict-dialog.tsx'
import { formatAgo } from './format.ts'

type FormConflictProps = {
  conflict:
    | {
        changedBy: string | undefined
        changedAt: string | undefined
        fields: ConflictingField[]
        decide: (taken: number[]) => void
        dismiss: () => void
      }
    | undefined
}

/** Asks which values to keep where a form and somebody else's change disagree. */
export function FormConflict({ conflict }: FormConflictProps) {
  if (!conflict) return null
  const { changedBy, changedAt, fields } = conflict
  const saved = [changedBy && `by ${changedBy}`, changedAt && formatAgo(changedAt, new Date())]
    .filter(Boolean)
    .join(' ')
  return (
    <ConflictDialog
      title={`${changedBy ?? 'Somebody else'} changed this too`}
      description={
        fields.length === 1
          ? 'You both changed the same field. Choose what to keep.'
          : `You both changed ${fields.length} fields. Choose what to keep.`
      }
      fields={fields}
      theirsLabel={saved ? `Theirs, saved ${saved}` : 'Theirs'}
      onDecide={conflict.decide}
      onDismiss={conflict.dismiss}
    />
  )
}
