import { useLocale, ToggleButton, ToggleButtonGroup, type Key } from 'react-aria-components'
import { cx } from './cx.ts'

type FilterChip = { id: string; label: string; count?: number }

type FilterChipsProps = {
  label: string
  chips: readonly FilterChip[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** With `single`, at most one chip is on. */
  selectionMode?: 'single' | 'multiple'
  /** Flows with its neighbors in a `ChipRow`, instead of having a row of its own. */
  isInline?: boolean
}

/** Filters as chips that are on or off. */
export function FilterChips({
  label,
  chips,
  selected,
  onChange,
  selectionMode = 'multiple',
  isInline,
}: FilterChipsProps) {
  const { locale } = useLocale()
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode={selectionMode}
      selectedKeys={selected}
      onSelectionChange={(keys: Set<Key>) => onChange([...keys].map(String))}
      className={cx(
        isInline
          ? 'contents'
          : 'flex gap-1.5 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap',
      )}
    >
      {chips.map((chip) => (
        <ToggleButton
          key={chip.id}
          id={chip.id}
          className="focus-ring inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-[0.8125rem] font-medium text-ink-muted transition-colors data-hovered:bg-hover data-selected:border-brand data-selected:bg-brand-soft data-selected:text-brand-ink pointer-coarse:min-h-11"
        >
          {chip.label}
          {chip.count !== undefined && <span className="tabular-nums">{chip.count.toLocaleString(locale)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
