import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, Text, useFilter } from 'react-aria-components'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

/** Something to choose. `note` stands at the right, such as whether a driver is free. */
export type Choice = { id: string; label: string; description?: string; note?: string; isDisabled?: boolean }

type ChooseDialogProps = {
  title: string
  description?: ReactNode
  choices: readonly Choice[]
  /** What to say if there is nothing to choose. */
  emptyText: string
  onChoose: (id: string) => void
  onClose: () => void
}

/** As many choices as somebody sees at once; more can be searched. */
const fewest = 8

/** One of a list, chosen with a press, or with the arrow keys and Enter. A long list is searched by typing. */
export function ChooseDialog({ title, description, choices, emptyText, onChoose, onClose }: ChooseDialogProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const list = (focus: 'first' | false) => (
    <ListBox
      aria-label={title}
      items={choices}
      autoFocus={focus}
      onAction={(key) => onChoose(String(key))}
      renderEmptyState={() => (
        <p className="px-2.5 py-2 text-ink-muted">{choices.length > 0 ? 'No matches' : emptyText}</p>
      )}
      className="-mx-2.5 outline-none"
    >
      {(choice) => <Line choice={choice} />}
    </ListBox>
  )
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
      {choices.length <= fewest ? (
        list('first')
      ) : (
        <Autocomplete filter={contains}>
          <SearchField aria-label="Search" autoFocus className="mb-2">
            <Input
              placeholder="Search"
              maxLength={100}
              className="field-box w-full px-3 [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          {list(false)}
        </Autocomplete>
      )}
    </Dialog>
  )
}

function Line({ choice: { id, label, description, note, isDisabled } }: { choice: Choice }) {
  return (
    <ListBoxItem
      id={id}
      textValue={label}
      isDisabled={isDisabled}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1.5 outline-none select-none data-disabled:cursor-default data-disabled:opacity-45 data-focused:bg-hover data-pressed:bg-pressed pointer-coarse:min-h-11"
    >
      <span className="min-w-0 flex-1">
        <Text slot="label" className="block truncate">
          {label}
        </Text>
        {description && (
          <Text slot="description" className="block truncate text-[0.8125rem] text-ink-muted">
            {description}
          </Text>
        )}
      </span>
      {note && <span className="shrink-0 text-[0.8125rem] text-ink-muted">{note}</span>}
    </ListBoxItem>
  )
}
