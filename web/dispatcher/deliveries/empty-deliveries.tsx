import { Package, Plus, SearchX, Upload } from 'lucide-react'
import { errors } from '#domain/errors.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useSampleData } from '../use-sample-data.ts'

/** Shown when there are no deliveries at all: how to add some. */
export function NoDeliveries({ onImport, onAdd }: { onImport: () => void; onAdd: () => void }) {
  const mayAdd = useMay('add_deliveries')
  const { role, client, depot_ids } = useMe()
  // Sample data brings a depot of its own.
  const mayLoad = useMay('change_fleet') && depot_ids === null
  const sample = useSampleData()
  useFocusHandover()
  if (role === 'client' && client === null) {
    return (
      <EmptyState icon={<Package />} title="No deliveries to see">
        {errors.own_client_inactive.say}
      </EmptyState>
    )
  }
  const title = depot_ids === null ? 'No deliveries yet' : 'No deliveries from your depots yet'
  if (!mayAdd) {
    return (
      <EmptyState icon={<Package />} title={title}>
        They appear here when a dispatcher adds or imports them.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Package />}
      title={title}
      actions={
        <>
          <Button variant="primary" icon={<Upload aria-hidden="true" className="size-4" />} onPress={onImport}>
            Import a file
          </Button>
          <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={onAdd}>
            Add delivery
          </Button>
          {mayLoad && (
            <Button isPending={sample.isPending} onPress={() => sample.mutate()}>
              Load sample data
            </Button>
          )}
        </>
      }
    >
      {mayLoad
        ? 'Import a day’s orders, add one by hand, or try sample data: a depot, six drivers with vehicles and 120 deliveries in Jakarta.'
        : 'Import a day’s orders, or add one by hand.'}
    </EmptyState>
  )
}

/** Shown when no delivery matches the filter. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No deliveries match"
      actions={<Button onPress={onClear}>Clear filters</Button>}
    >
      Change your search or filters, or clear them.
    </EmptyState>
  )
}
