import { Check } from 'lucide-react'
import { ListBox, ListBoxItem, Text } from 'react-aria-components'

/** An option of a select or combo box. */
export type Option = { id: string; label: string; description?: string; isDisabled?: boolean }

/** The list that a select or combo box opens. */
export function OptionList({ options, emptyText }: { options?: readonly Option[]; emptyText?: string }) {
  return (
    <ListBox
      items={options}
      className="max-h-72 overflow-auto p-1.5 outline-none"
      renderEmptyState={() => <p className="px-2.5 py-2 text-ink-muted">{emptyText ?? 'No matches'}</p>}
    >
      {(option: Option) => (
        <ListBoxItem
          id={option.id}
          textValue={option.label}
          isDisabled={option.isDisabled}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 outline-none select-none data-disabled:cursor-default data-disabled:opacity-45 data-focused:bg-hover data-pressed:bg-pressed pointer-coarse:min-h-11"
        >
          {({ isSelected }) => (
            <>
              <span className="min-w-0 flex-1">
                <Text slot="label" className="block truncate">
                  {option.label}
                </Text>
                {option.description && (
                  <Text slot="description" className="block truncate text-[0.8125rem] text-ink-muted">
                    {option.description}
                  </Text>
                )}
              </span>
              {isSelected && <Check aria-hidden="true" className="size-4 text-brand-ink" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
