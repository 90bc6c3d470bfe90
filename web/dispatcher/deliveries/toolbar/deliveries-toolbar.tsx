import { ArrowDownUp, Download, ListFilter, MapPinOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import { deliveryStates, type DeliveryState } from '#domain/delivery-state.ts'
import { countNumbers } from '#domain/number-ranges.ts'
import { countOf } from '#web/lib/format.ts'
import { ChipRow } from '#web/ui/chip-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { stateLook } from '#web/ui/state-badge.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useIsNarrow } from '#web/ui/use-media.ts'
import { ScopeFilters } from '../../scopes/scope-filters.tsx'
import { ColumnMenu } from '../columns/column-menu.tsx'
import type { ExportFormat } from '../export/export-file.ts'
import { DayFilter } from './day-filter.tsx'
import { PrintMenu } from '../../print/print-menu.tsx'
import { firstOrder, toQuery, type DeliveriesFilter, type DeliverySort } from '../deliveries-address.ts'
import { MoreFilters } from './more-filters.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { DeliverySearch } from './delivery-search.tsx'
import { useCounts } from '../use-deliveries.ts'

type ToolbarProps = {
  filter: DeliveriesFilter
  onChange: (change: Partial<DeliveriesFilter>) => void
  /** Absent while there is nothing to export. */
  onExport?: (format: ExportFormat) => void
}

/**
 * Search, days, states, missing positions and the export. Phones also get the order here, since their cards have no
 * headers.
 */
export function DeliveriesToolbar({ filter, onChange, onExport }: ToolbarProps) {
  const isNarrow = useIsNarrow()
  const counts = useCounts(filter)
  const without = counts.data?.without_location
  return (
    <>
      <Toolbar
        label="Find deliveries"
        hasManyActions
        actions={
          <>
            {isNarrow && <SortMenu sort={filter.sort} onSort={(sort) => onChange({ sort, order: firstOrder(sort) })} />}
            <ViewsMenu filter={filter} onChange={onChange} />
            {!isNarrow && <ColumnMenu />}
            <PrintMenu query={toQuery(filter)} />
            <Menu
              aria-label="Export"
              trigger={
                <Button size="small" icon={<Download aria-hidden="true" className="size-4" />} isDisabled={!onExport}>
                  <span className="max-xl:sr-only">Export</span>
                </Button>
              }
            >
              <MenuItem onAction={() => onExport?.('xlsx')}>Excel</MenuItem>
              <MenuItem onAction={() => onExport?.('csv')}>CSV</MenuItem>
            </Menu>
          </>
        }
      >
        <DeliverySearch q={filter.q} onSearch={(q) => onChange({ q })} />
        <DayFilter span={filter.span} onChange={(span) => onChange({ span })} />
        <ScopeFilters client={filter.client} depot={filter.depot} onChange={onChange} />
      </Toolbar>
      <ChipRow className="mb-3">
        <FilterChips
          label="Status"
          isInline
          chips={deliveryStates.map((state) => ({
            id: state,
            label: stateLook(state).label,
            count: counts.data?.by_status[state],
          }))}
          selected={filter.statuses}
          onChange={(chosen) => onChange({ statuses: chosen as DeliveryState[] })}
        />
        {(Boolean(without) || filter.isWithoutPosition) && (
          <WithoutPosition
            isSelected={filter.isWithoutPosition}
            onChange={(isWithoutPosition) => onChange({ isWithoutPosition })}
          >
            {without}
          </WithoutPosition>
        )}
        <MoreFilters filter={filter} onChange={onChange} undated={counts.data?.without_day} />
        {filter.numbers !== '' && (
          <Button
            size="small"
            aria-label="Show all deliveries, not only the chosen ones"
            icon={<ListFilter aria-hidden="true" className="size-3.5" />}
            onPress={() => onChange({ numbers: '' })}
          >
            Only {countOf(countNumbers(filter.numbers), 'chosen delivery', 'chosen deliveries')}
            <X aria-hidden="true" className="size-3.5" />
          </Button>
        )}
      </ChipRow>
    </>
  )
}

type WithoutPositionProps = { isSelected: boolean; onChange: (isSelected: boolean) => void; children: ReactNode }

function WithoutPosition({ isSelected, onChange, children }: WithoutPositionProps) {
  return (
    <ToggleButton
      isSelected={isSelected}
      onChange={onChange}
      className="focus-ring inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-[0.8125rem] font-medium text-warning-ink transition-colors data-hovered:bg-hover data-selected:border-current data-selected:bg-warning-soft pointer-coarse:min-h-11"
    >
      <MapPinOff aria-hidden="true" className="size-3.5" />
      No position
      <span className="tabular-nums opacity-80">{children}</span>
    </ToggleButton>
  )
}

const sortWords: Record<DeliverySort, string> = {
  number: 'Newest first',
  scheduled_date: 'Day',
  recipient_name: 'Recipient',
  delivery_address: 'Address',
  status: 'Status',
  priority: 'Most urgent first',
}

function SortMenu({ sort, onSort }: { sort: DeliverySort; onSort: (sort: DeliverySort) => void }) {
  return (
    <Menu
      aria-label="Order"
      placement="bottom start"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[sort]}
      onAction={(id) => onSort(id as DeliverySort)}
      trigger={
        <Button size="small" icon={<ArrowDownUp aria-hidden="true" className="size-4" />}>
          <span className="sr-only">Order: {sortWords[sort]}</span>
        </Button>
      }
    >
      {Object.entries(sortWords).map(([id, words]) => (
        <MenuItem key={id} id={id}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  )
}
