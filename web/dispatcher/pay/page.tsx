import { parseDate, startOfMonth, type CalendarDate } from '@internationalized/date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportPaySheets, listPaySheets, listWorkSheets } from '#domain/api/pay.ts'
import type { PaySheet, WorkSheet } from '#domain/schema/pay.ts'
import { Day, dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDuration, formatKilometers, formatMoney, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { WorkOfDays } from '#web/lib/work/work-days.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { toast } from '#web/ui/toast.tsx'
import { PayRules } from './pay-rules.tsx'

type Sheet = PaySheet | WorkSheet

export function meta() {
  return [{ title: 'Hours and pay · Karta' }]
}

/** What drivers worked in a period, and for whoever may see it, what it comes to. */
export default function PayPage() {
  const { workspace } = useMe()
  const seesPay = useMay('manage_workspace')
  const [params, setParams] = useSearchParams()
  const today = parseDate(dayOf(new Date(), workspace.time_zone))
  const from = readDay(params.get('from')) ?? startOfMonth(today)
  const to = readDay(params.get('to')) ?? today
  const query = { from: from.toString(), to: to.toString() }
  const [opened, setOpened] = useState<Sheet>()
  const sheets = useQuery({
    queryKey: seesPay ? keys.pay.sheets(query.from, query.to) : keys.pay.work(query.from, query.to),
    queryFn: async ({ signal }): Promise<Sheet[]> =>
      (await (seesPay ? call(listPaySheets, { query, signal }) : call(listWorkSheets, { query, signal }))).data,
    placeholderData: keepPreviousData,
  })
  const choose = (part: { from?: CalendarDate | null; to?: CalendarDate | null }) =>
    setParams({ from: (part.from ?? from).toString(), to: (part.to ?? to).toString() }, { replace: true })
  const save = async () => {
    try {
      saveFile(`pay-${query.from}-${query.to}.csv`, await call(exportPaySheets, { query }), 'text/csv')
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return (
    <>
      <PageHeader
        title={seesPay ? 'Hours and pay' : 'Hours'}
        description={
          seesPay
            ? 'What drivers worked, which breaks they kept, and what that comes to.'
            : 'What drivers worked, and which breaks they kept.'
        }
        actions={
          seesPay && (
            <Button
              icon={<Download aria-hidden="true" className="size-4" />}
              isDisabled={!sheets.data?.length}
              onPress={() => void save()}
            >
              Export CSV
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        <div className="flex flex-wrap items-end gap-3">
          <DatePicker label="From" value={from} onChange={(next) => choose({ from: next })} />
          <DatePicker label="To" value={to} onChange={(next) => choose({ to: next })} />
        </div>
        {sheets.error && !sheets.isFetching ? (
          <LoadError
            title="The hours could not be loaded"
            error={sheets.error}
            onRetry={() => void sheets.refetch()}
            isRetrying={sheets.isFetching}
          />
        ) : (
          <Card isPadded={false}>
            <Table
              label={seesPay ? 'Pay sheets' : 'Hours'}
              columns={seesPay ? [...columns, payColumn] : columns}
              rows={sheets.data ?? []}
              rowKey={({ driver_id }) => driver_id}
              rowText={({ driver_name }) => driver_name}
              isLoading={sheets.isPending}
              isRefreshing={sheets.isPlaceholderData}
              onOpen={(id) => setOpened(sheets.data?.find(({ driver_id }) => driver_id === id))}
              empty={
                <EmptyState icon={<Wallet />} title="Nobody worked in this period">
                  Shifts that drivers begin and end in their app appear here.
                </EmptyState>
              }
            />
          </Card>
        )}
        {seesPay && <PayRules />}
      </div>
      {opened && (
        <Drawer isOpen onOpenChange={(isOpen) => !isOpen && setOpened(undefined)} title={opened.driver_name}>
          <WorkOfDays sheet={opened} />
        </Drawer>
      )}
    </>
  )
}

function readDay(text: string | null): CalendarDate | undefined {
  const day = Day.safeParse(text)
  return day.success ? parseDate(day.data) : undefined
}

/** What somebody should look at before anybody is paid. */
function Doubts({ sheet }: { sheet: Sheet }) {
  const { open_shifts, long_shifts } = sheet
  const days_without_rule = 'days_without_rule' in sheet ? sheet.days_without_rule : 0
  const words = [
    open_shifts > 0 && countOf(open_shifts, 'shift is not ended', 'shifts are not ended'),
    long_shifts > 0 && `${countOf(long_shifts, 'shift')} over 16 h`,
    days_without_rule > 0 && `${countOf(days_without_rule, 'day')} without a rule`,
  ].filter(Boolean)
  if (!words.length) return null
  return <span className="block text-[0.8125rem] font-normal text-warning-ink">{words.join(' · ')}</span>
}

const columns: TableColumn<Sheet>[] = [
  {
    id: 'driver',
    header: 'Driver',
    isRowHeader: true,
    cell: (sheet) => (
      <span className="block font-medium">
        {sheet.driver_name}
        <Doubts sheet={sheet} />
      </span>
    ),
  },
  {
    id: 'days',
    header: 'Days',
    align: 'end',
    width: 'w-20',
    hideBelow: 'lg',
    cell: ({ days }) => formatNumber(days.length),
  },
  { id: 'hours', header: 'Worked', align: 'end', cell: ({ worked_minutes }) => formatDuration(worked_minutes * 60) },
  {
    id: 'breaks',
    header: 'Breaks',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ break_minutes }) => (break_minutes > 0 ? formatDuration(break_minutes * 60) : '–'),
  },
  {
    id: 'kept',
    header: 'Breaks kept',
    align: 'end',
    cell: ({ planned_breaks, kept_breaks }) => (planned_breaks > 0 ? `${kept_breaks} of ${planned_breaks}` : '–'),
  },
  { id: 'stops', header: 'Stops', align: 'end', cell: ({ stops }) => formatNumber(stops) },
  { id: 'km', header: 'Distance', align: 'end', hideBelow: 'lg', cell: ({ km }) => formatKilometers(km) },
]

const payColumn: TableColumn<Sheet> = {
  id: 'pay',
  header: 'Pay',
  align: 'end',
  cell: (sheet) => (
    <span className="font-medium tabular-nums">
      {('pay' in sheet && sheet.pay.map(({ total, currency }) => formatMoney(total, currency)).join(' + ')) || '–'}
    </span>
  ),
}
