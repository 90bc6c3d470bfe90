import { useAddressSearch } from '#web/lib/use-address-search.ts'
import { SearchField } from '#web/ui/search-field.tsx'

/** Long enough for one request per word, short enough to feel immediate. */
const pauseMilliseconds = 250

export const searchFieldId = 'delivery-search'

/** The search box. Searches when typing pauses, or at once on Enter. */
export function DeliverySearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  return (
    <SearchField
      id={searchFieldId}
      label="Search deliveries"
      placeholder="Search deliveries"
      aria-keyshortcuts="/"
      maxLength={200}
      className="min-w-0 flex-1 max-sm:basis-full sm:w-52 sm:flex-none xl:w-72"
      {...useAddressSearch(q, onSearch, pauseMilliseconds)}
    />
  )
}
