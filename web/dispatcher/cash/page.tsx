import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { Banknote, Download, HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getCashDay } from '#domain/api/cash.ts'
import type { CashHandIn, DriverCash } from '#domain/schema/cash.ts'
import { Day, dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { cashCsv } from './cash-csv.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { CountDialog } from './count-dialog.tsx'
import { HandIns } from './hand-ins.tsx'
import { TakeDialog } from './take-dialog.tsx'

export function meta() {
  return [{ title: 'Cash · Karta' }]
}

/** More drivers than that can be searched. */
const fewest = 10

/** What drivers took at doors, handed in and still have. */
export default function CashPage() {
  const { workspace } = useMe()
  const mayChange = useMay('change_deliveries')
  const [params, setParams] = useSearchParams()
  const asked = Day.safeParse(params.get('day'))
  const day = asked.success ? asked.data : dayOf(new Date(), workspace.time_zone)
  const cash = useQuery({
    queryKey: [...keys.cash, 'day', day],
    queryFn: ({ signal }) => call(getCashDay, { query: { day }, signal }),
  })
  const [counting, setCounting] = useState<CashHandIn>()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const [isTaking, setTaking] = useState(false)
  const [correcting, setCorrecting] = useState<DriverCash>()
  const { data } = cash
  return (
    <>
      <PageHeader
        title="Cash"
        description="What drivers took at doors, handed in and still have."
        actions={
          <>
            <DatePicker
              label="Day"
              isLabelHidden
              value={parseDate(day)}
              onChange={(next) => next && setParams({ day: next.toString() }, { replace: true })}
            />
            {mayChange && (
              <Button icon={<HandCoins aria-hidden="true" className="size-4" />} onPress={() => setTaking(true)}>
                Take cash
              </Button>
            )}
            <Button
              icon={<Download aria-hidden="true" className="size-4" />}
              isDisabled={!data?.drivers.length}
              onPress={() => data && saveFile(`cash-${day}.csv`, cashCsv(data), 'text/csv')}
            >
              Export CSV
            </Button>
          </>
        }
      />
      {cash.isLoadingError ? (
        <LoadError
          title="The cash could not be loaded"
          error={cash.error}
          onRetry={() => void cash.refetch()}
          isRetrying={cash.isFetching}
        />
      ) : (
        <div className="grid gap-6">
          {data && data.hand_ins.length > 0 && (
            <HandIns handIns={data.hand_ins} currency={data.currency} {...(mayChange && { onCount: setCounting })} />
          )}
          {(data?.drivers.length ?? 0) > fewest && (
            <SearchField
              label="Search drivers"
              value={text}
              onChange={setText}
              maxLength={100}
              className="sm:max-w-xs"
            />
          )}
          <Table
            label="Cash by driver"
            columns={columnsFor(data?.currency ?? workspace.currency)}
            rows={(data?.drivers ?? []).filter(({ driver_name }) => driver_name.toLowerCase().includes(wanted))}
            rowKey={({ driver_id }) => driver_id}
            rowText={({ driver_name }) => driver_name}
            isLoading={cash.isPending}
            {...(mayChange && {
              onOpen: (id: string) => setCorrecting(data?.drivers.find(({ driver_id }) => driver_id === id)),
            })}
            empty={
              <EmptyState icon={<Banknote />} title="No cash on this day">
                Cash that drivers take for a delivery appears here, with what they still have to hand in.
              </EmptyState>
            }
          />
        </div>
      )}
      {isTaking && <TakeDialog onClose={() => setTaking(false)} />}
      {counting && <CountDialog handIn={counting} onClose={() => setCounting(undefined)} />}
      {correcting && <CorrectDialog driver={correcting} onClose={() => setCorrecting(undefined)} />}
    </>
  )
}

function columnsFor(currency: string): TableColumn<DriverCash>[] {
  const amount = (id: 'taken' | 'handed_in' | 'corrected' | 'balance', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: DriverCash) => <span className="tabular-nums">{formatMoney(row[id], currency)}</span>,
  })
  return [
    { id: 'driver', header: 'Driver', isRowHeader: true, cell: ({ driver_name }) => driver_name },
    amount('taken', 'Taken'),
    amount('handed_in', 'Handed in'),
    { ...amount('corrected', 'Corrected'), hideBelow: 'lg' },
    amount('balance', 'Outstanding'),
  ]
}
