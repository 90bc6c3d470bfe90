import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { useRecords } from './use-records.ts'

/** Such as "driver" and "drivers". */
export type Noun = { one: string; many: string }

type PartProps = { noun: Noun; records: ReturnType<typeof useRecords> }

/** Searches and filters the list. */
export function RecordsToolbar({ noun, records }: PartProps) {
  const { search, setSearch, shown, setShown } = records
  return (
    <Toolbar label={`Find ${noun.many}`}>
      <SearchField
        label={`Search ${noun.many}`}
        placeholder={`Search ${noun.many}`}
        className="w-full sm:w-72"
        value={search}
        onChange={setSearch}
      />
      <FilterChips
        label="Show"
        selectionMode="single"
        chips={[
          { id: 'active', label: 'Active' },
          { id: 'inactive', label: 'Inactive' },
          { id: 'all', label: 'All' },
        ]}
        selected={[shown]}
        onChange={([value]) => setShown(value ?? 'active')}
      />
    </Toolbar>
  )
}

/** How many records there are, and the way to more of them. */
export function RecordsCount({ noun, records: { query, rows, total } }: PartProps) {
  if (rows.length === 0) return null
  return (
    <div className="flex items-center justify-between gap-4 pt-3 text-[0.8125rem] text-ink-muted">
      <p aria-live="polite">
        {rows.length === total ? `${total} ${total === 1 ? noun.one : noun.many}` : `${rows.length} of ${total}`}
      </p>
      {query.hasNextPage && (
        <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
