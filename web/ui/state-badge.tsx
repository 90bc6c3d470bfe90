import { Badge, type BadgeTone } from './badge.tsx'

type Look = { label: string; tone: BadgeTone }

const looks: Record<string, Look> = {
  // Deliveries
  pending: { label: 'Pending', tone: 'neutral' },
  planned: { label: 'Planned', tone: 'info' },
  dispatched: { label: 'Dispatched', tone: 'violet' },
  in_transit: { label: 'In transit', tone: 'brand' },
  arrived: { label: 'Arrived', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  // Plans
  draft: { label: 'Draft', tone: 'info' },
  queued: { label: 'Waiting', tone: 'neutral' },
  optimizing: { label: 'Optimizing', tone: 'warning' },
  approved: { label: 'Approved', tone: 'brand' },
  discarded: { label: 'Discarded', tone: 'neutral' },
  taken: { label: 'Taken over', tone: 'success' },
  // Drivers and vehicles
  active: { label: 'Active', tone: 'success' },
  inactive: { label: 'Inactive', tone: 'neutral' },
  // Members
  suspended: { label: 'Suspended', tone: 'warning' },
  maintenance: { label: 'Maintenance', tone: 'warning' },
}

/** The label and color of each state. A state without an entry is shown as is. */
export function stateLook(state: string): Look {
  const words = state.replaceAll('_', ' ')
  return looks[state] ?? { label: words.charAt(0).toUpperCase() + words.slice(1), tone: 'neutral' }
}

/** The state of a delivery, plan, driver or vehicle. */
export function StateBadge({ state }: { state: string }) {
  const { label, tone } = stateLook(state)
  return (
    <Badge tone={tone} hasDot>
      {label}
    </Badge>
  )
}
