import { useInfiniteQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { learnedStates, type LearnedState } from '#domain/address/learned-kinds.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { ExportAddresses } from './export-addresses.tsx'
import { LearnedDetails } from './learned-details.tsx'
import { LearnedList } from './learned-list.tsx'
import { learnedQuery } from './learned-queries.ts'

const chips = [
  { id: 'suggested', label: 'Something new' },
  { id: 'accepted', label: 'Accepted' },
  { id: 'refused', label: 'Refused' },
  { id: 'known', label: 'Confirmed' },
  { id: 'gathering', label: 'Too few visits' },
]

/** What visits teach about addresses: the list, and the map with what was seen. */
export function LearnedPlaces() {
  const [params, setParams] = useSearchParams()
  const state = readState(params.get('state'))
  const q = params.get('q') ?? ''
  const query = useInfiniteQuery(learnedQuery({ q, state }))
  const set = (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        if (value) now.set(name, value)
        else now.delete(name)
        if (name !== 'learned') now.delete('learned')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <>
      <Toolbar label="Find what was learned" actions={<ExportAddresses />}>
        <SearchField
          label="Search addresses"
          placeholder="Search addresses"
          className="w-full sm:w-72"
          value={q}
          onChange={(value) => set('q', value)}
        />
        <FilterChips
          label="How far it is"
          selectionMode="single"
          chips={chips}
          selected={state ? [state] : []}
          onChange={([chosen]) => set('state', chosen ?? 'all')}
        />
      </Toolbar>
      {query.isLoadingError ? (
        <LoadError
          title="What was learned could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.isPending ? (
        <div role="status" aria-label="Loading what was learned">
          <Skeleton className="h-96 w-full rounded-xl" />
        </div>
      ) : (
        <Found
          places={query.data.pages.flatMap(({ data }) => data)}
          chosen={params.get('learned')}
          onChoose={(id) => set('learned', id)}
          isNew={state === 'suggested'}
          isSearch={q !== ''}
        />
      )}
      {query.hasNextPage && (
        <div className="pt-3">
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

/** Without a filter in the address, what is new. */
function readState(text: string | null): LearnedState | undefined {
  if (text === null) return 'suggested'
  return learnedStates.find((state) => state === text)
}

type FoundProps = {
  places: Parameters<typeof LearnedList>[0]['places']
  chosen: string | null
  onChoose: (id: string | undefined) => void
  isNew: boolean
  isSearch: boolean
}

function Found({ places, chosen, onChoose, isNew, isSearch }: FoundProps) {
  const isWide = useMedia('(min-width: 64rem)')
  const selected = places.find(({ id }) => id === chosen) ?? (isWide ? places[0] : undefined)
  if (!places.length) {
    return (
      <Card>
        <EmptyState
          icon={<Footprints />}
          title={isSearch ? 'No addresses match' : isNew ? 'Nothing new' : 'Nothing here'}
        >
          {isSearch
            ? 'Change the search.'
            : 'After a few visits on several days, Karta suggests pins, entrances, parking and minutes at the door.'}
        </EmptyState>
      </Card>
    )
  }
  const list = <LearnedList places={places} selectedId={selected?.id} onSelect={onChoose} />
  const next = selected && (places[places.indexOf(selected) + 1] ?? places[places.indexOf(selected) - 1])
  const opened = selected && (
    <LearnedDetails
      key={selected.id}
      learned={selected}
      onDecided={() => onChoose(next?.id)}
      onBack={isWide ? undefined : () => onChoose(undefined)}
    />
  )
  if (!isWide) return opened ?? list
  return (
    <div className="grid h-[calc(100dvh-17rem)] min-h-[34rem] grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] gap-4">
      {list}
      {opened}
    </div>
  )
}
