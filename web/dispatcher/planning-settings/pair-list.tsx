import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { errorOf } from '../records/error-of.ts'
import type { PairDraft } from './settings-values.ts'

type Props = {
  label: string
  description?: string
  pairs: readonly PairDraft[]
  onChange: (pairs: PairDraft[]) => void
  problemOf: (at: number) => string | undefined
  isDisabled: boolean | undefined
}

/** Pairs of tags that a rule is about. */
export function PairList({ label, description, pairs, onChange, problemOf, isDisabled = false }: Props) {
  const id = useId()
  const change = (at: number, part: Partial<PairDraft>) =>
    onChange(pairs.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div className="flex flex-col gap-2" role="group" aria-labelledby={id}>
      <p id={id} className="text-[0.8125rem] font-medium">
        {label}
      </p>
      {description && <p className="text-[0.8125rem] text-ink-muted">{description}</p>}
      {pairs.map((pair, at) => (
        <fieldset key={at} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-start gap-2">
          <legend className="sr-only">Pair {at + 1}</legend>
          <TextField
            label="Tag"
            isLabelHidden
            placeholder="food"
            isDisabled={isDisabled}
            value={pair.one}
            onChange={(one) => change(at, { one })}
            {...errorOf(problemOf(at))}
          />
          <span className="pt-2 text-ink-muted">and</span>
          <TextField
            label="Other tag"
            isLabelHidden
            placeholder="paint"
            isDisabled={isDisabled}
            value={pair.other}
            onChange={(other) => change(at, { other })}
          />
          <IconButton
            label={`Remove pair ${at + 1}`}
            icon={<Trash2 className="size-4" />}
            isDisabled={isDisabled}
            onPress={() => onChange(pairs.filter((_, index) => index !== at))}
          />
        </fieldset>
      ))}
      {!isDisabled && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden="true" className="size-3.5" />}
            onPress={() => onChange([...pairs, { one: '', other: '' }])}
          >
            Add two tags
          </Button>
        </div>
      )}
    </div>
  )
}
