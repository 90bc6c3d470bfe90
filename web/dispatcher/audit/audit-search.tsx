import { useAddressSearch } from '#web/lib/use-address-search.ts'
import { SearchField } from '#web/ui/search-field.tsx'

/** Longer than for other lists: this search reads many entries. */
const pauseMilliseconds = 400

/** Searches when typing pauses, or at once on Enter. */
export function AuditSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  return (
    <SearchField
      label="Search the audit log"
      placeholder="Name, value or address"
      maxLength={200}
      className="col-span-2 min-w-0 lg:col-span-1"
      {...useAddressSearch(q, onSearch, pauseMilliseconds)}
    />
  )
}
