import { useState } from 'react'
import { Form, Label, Radio, RadioGroup } from 'react-aria-components'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'

export type ConflictingField = { label: string; mine: string; theirs: string }

type ConflictDialogProps = {
  title: string
  description: string
  fields: readonly ConflictingField[]
  /** Above what the other person saved. */
  theirsLabel: string
  /** The person chose for every field: the indexes of those that keep what the other person saved. */
  onDecide: (taken: number[]) => void
  /** The person goes back to the form, where nothing was lost. */
  onDismiss: () => void
}

type Side = 'mine' | 'theirs'

/** Shows both values of each field that two people changed differently, and asks which one to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, description, fields, theirsLabel, onDecide, onDismiss } = props
  const [chosen, setChosen] = useState<(Side | null)[]>(() => fields.map(() => null))
  const choose = (index: number, side: Side) => setChosen((now) => now.with(index, side))
  const isDecided = !chosen.includes(null)
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      title={title}
      description={description}
      footer={
        <>
          <Button onPress={onDismiss}>Keep editing</Button>
          <Button variant="primary" type="submit" form="conflict" isDisabled={!isDecided}>
            Save my choice
          </Button>
        </>
      }
    >
      <Form
        id="conflict"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isDecided) onDecide(chosen.flatMap((side, index) => (side === 'theirs' ? [index] : [])))
        }}
      >
        {fields.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onPress={() => setChosen(fields.map(() => 'mine'))}>
              All yours
            </Button>
            <Button size="small" onPress={() => setChosen(fields.map(() => 'theirs'))}>
              All theirs
            </Button>
          </div>
        )}
        {fields.map(({ label, mine, theirs }, index) => (
          <RadioGroup
            key={label}
            value={chosen[index] ?? null}
            onChange={(side) => choose(index, side as Side)}
            className="flex flex-col gap-2"
          >
            <Label className="font-medium">{label}</Label>
            <div className="grid gap-2 sm:grid-cols-2">
              <Choice side="mine" label="Yours" value={mine} />
              <Choice side="theirs" label={theirsLabel} value={theirs} />
            </div>
          </RadioGroup>
        ))}
      </Form>
    </Dialog>
  )
}

function Choice({ side, label, value }: { side: Side; label: string; value: string }) {
  return (
    <Radio
      value={side}
      className="group flex min-h-11 items-start gap-2.5 rounded-xl border p-3 outline-2 outline-offset-2 outline-transparent select-none data-focus-visible:outline-focus data-hovered:border-ink-muted data-selected:border-brand data-selected:bg-brand-soft"
    >
      <span
        aria-hidden="true"
        className="mt-px grid size-4.5 shrink-0 place-items-center rounded-full border border-control-line bg-surface group-data-selected:border-[5px] group-data-selected:border-brand"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-[0.8125rem] text-ink-muted">{label}</span>
        <span className={cx('block break-words whitespace-pre-line', !value && 'text-ink-muted italic')}>
          {value || 'Empty'}
        </span>
      </span>
    </Radio>
  )
}
