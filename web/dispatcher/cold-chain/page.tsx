import { useQuery } from '@tanstack/react-query'
import { FileUp, Thermometer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getColdChain } from '#domain/api/temperatures.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompartmentCard } from './compartment-card.tsx'
import { CompartmentChart } from './compartment-chart.tsx'
import { Excursions } from './excursions.tsx'
import { LoggerDialog } from './logger-dialog.tsx'
import { ReadingDialog } from './reading-dialog.tsx'
import { placeKey } from './temperature-words.ts'

export function meta() {
  return [{ title: 'Cold chain · Karta' }]
}

/** What the compartments of the fleet are at, and when they were out of range. */
export default function ColdChainPage() {
  const mayRecord = useMay('record_temperatures')
  const [params, setParams] = useSearchParams()
  const now = useQuery({
    queryKey: [...keys.coldChain, 'now'],
    queryFn: ({ signal }) => call(getColdChain, { signal }),
    // Readings come without an event, as positions do.
    refetchInterval: 30_000,
  })
  const [dialog, setDialog] = useState<'reading' | 'file'>()
  const all = now.data?.data ?? []
  const open = all.find((each) => placeKey(each) === params.get('of')) ?? all.find(({ celsius }) => celsius !== null)
  return (
    <>
      <PageHeader
        title="Cold chain"
        description="What the compartments of your vehicles are at, and when they were out of range."
        actions={
          mayRecord &&
          all.length > 0 && (
            <>
              <Button icon={<Thermometer aria-hidden="true" className="size-4" />} onPress={() => setDialog('reading')}>
                Add a reading
              </Button>
              <Button icon={<FileUp aria-hidden="true" className="size-4" />} onPress={() => setDialog('file')}>
                Import a logger’s file
              </Button>
            </>
          )
        }
      />
      {now.isLoadingError ? (
        <LoadError
          title="The temperatures could not be loaded"
          error={now.error}
          onRetry={() => void now.refetch()}
          isRetrying={now.isFetching}
        />
      ) : now.isPending ? (
        <div role="status" aria-label="Loading the temperatures" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-28 w-full" />
          ))}
        </div>
      ) : all.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Thermometer />}
            title="No vehicle keeps a temperature"
            actions={<ButtonLink to="/dashboard/vehicles">Open vehicles</ButtonLink>}
          >
            Give a vehicle compartments or a range of temperatures. Then what sensors, loggers and drivers read appears
            here.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid gap-6">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3" aria-label="Compartments now">
            {all.map((each) => (
              <li key={placeKey(each)}>
                <CompartmentCard
                  compartment={each}
                  isOpen={each === open}
                  onOpen={() => setParams({ of: placeKey(each) }, { replace: true })}
                />
              </li>
            ))}
          </ul>
          {open && <CompartmentChart key={placeKey(open)} compartment={open} />}
          <Excursions />
        </div>
      )}
      {dialog === 'reading' && <ReadingDialog compartments={all} onClose={() => setDialog(undefined)} />}
      {dialog === 'file' && <LoggerDialog compartments={all} onClose={() => setDialog(undefined)} />}
    </>
  )
}
