import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AddressSuggestion } from '#domain/schema/address.ts'
import type { Territory } from '#domain/schema/territory.ts'
import { dayOf } from '#domain/time.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { chooseDay } from '../planning/choose-day.ts'
import { activeDriversQuery, openDaysQuery, territoriesQuery } from '../queries.ts'
import { TerritoryEditor } from './territory-editor.tsx'
import { TerritoryList } from './territory-list.tsx'
import { TerritoryMap } from './territory-map.tsx'
import type { Drawing } from './outline.ts'
import { TryAddress } from './try-address.tsx'
import { useDots } from './use-dots.ts'

export function meta() {
  return [{ title: 'Territories · Karta' }]
}

export default function TerritoriesPage() {
  const territories = useQuery(territoriesQuery)
  const drivers = useQuery(activeDriversQuery)
  const mayChange = useMay('change_fleet')
  const { time_zone } = useMe().workspace
  const openDays = useQuery(openDaysQuery).data?.by_day ?? []
  const [chosen, setDay] = useState<string>()
  const day = chosen ?? chooseDay(openDays, dayOf(new Date(), time_zone))
  const dots = useDots(day)
  const [tried, setTried] = useState<AddressSuggestion>()
  const [opened, open] = useOpenedTerritory(territories.data)
  const [drawing, draw] = useState<Drawing>()
  const all = useMemo(() => territories.data ?? [], [territories.data])
  const close = () => {
    open(undefined)
    draw(undefined)
  }
  if (territories.isLoadingError) {
    return (
      <>
        <PageHeader title="Territories" />
        <LoadError
          title="The territories could not be loaded"
          error={territories.error}
          onRetry={() => void territories.refetch()}
          isRetrying={territories.isFetching}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Territories"
        description="Zones on the map: who delivers there, and how fast vehicles drive there."
        actions={
          mayChange ? (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              isDisabled={opened !== undefined}
              onPress={() => open('new')}
            >
              Add territory
            </Button>
          ) : (
            <NotOffered action="change_fleet" doing="change territories" />
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 max-lg:order-2">
          {opened !== undefined ? (
            <TerritoryEditor
              key={opened === 'new' ? 'new' : opened.id}
              row={opened === 'new' ? undefined : opened}
              others={all.filter((each) => opened === 'new' || each.id !== opened.id)}
              drivers={drivers.data ?? []}
              dots={dots}
              day={day}
              onDay={setDay}
              isEditable={mayChange}
              onDrawing={draw}
              onClose={close}
            />
          ) : (
            <>
              {territories.data ? (
                <TerritoryList
                  territories={territories.data}
                  drivers={drivers.data ?? []}
                  dots={dots}
                  day={day}
                  onDay={setDay}
                  onOpen={open}
                  mayChange={mayChange}
                />
              ) : (
                <Skeleton className="h-64 w-full rounded-xl" />
              )}
              <TryAddress territories={all} drivers={drivers.data ?? []} tried={tried} onTry={setTried} />
            </>
          )}
        </div>
        <TerritoryMap
          territories={all}
          openedId={typeof opened === 'object' ? opened.id : undefined}
          drawing={drawing}
          mayDraw={mayChange}
          onOpen={opened === undefined ? (id) => open(all.find((each) => each.id === id)) : undefined}
          dots={dots.positions}
          tried={tried}
        />
      </div>
    </>
  )
}

/** Which one the address says is open, so that a link can, and Back closes it. */
function useOpenedTerritory(rows: readonly Territory[] | undefined) {
  const [params, setParams] = useSearchParams()
  const id = params.get('open')
  // One that somebody else deletes meanwhile stays open, with what was drawn.
  const [kept, keep] = useState<Territory>()
  const listed = rows?.find((each) => each.id === id)
  if (listed && listed.version !== kept?.version && listed.id !== kept?.id) keep(listed)
  const row = listed ?? (kept?.id === id ? kept : undefined)
  const opened = id === 'new' ? ('new' as const) : row
  const open = (what: 'new' | Territory | undefined) =>
    setParams(
      (now) => {
        if (what === undefined) now.delete('open')
        else now.set('open', what === 'new' ? 'new' : what.id)
        return now
      },
      // On a phone, what opens begins above the list, with the map.
      { preventScrollReset: what === undefined, replace: what === undefined },
    )
  return [opened, open] as const
}
