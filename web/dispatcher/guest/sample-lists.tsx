import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { sampleDrivers, sampleVehicles, type SampleJob } from './sample-day.ts'

const tones: Record<string, BadgeTone> = {
  Pending: 'neutral',
  Assigned: 'info',
  'In Transit': 'brand',
  Delivered: 'success',
  'On the road': 'brand',
  'At the depot': 'neutral',
  Maintenance: 'warning',
  'On duty': 'success',
  'Off duty': 'neutral',
}

/** Jobs: one a row on wide screens, one a card on phones. */
export function JobList({ jobs }: { jobs: readonly SampleJob[] }) {
  return (
    <List label="Jobs">
      {jobs.map((job) => (
        <Row key={job.id} title={job.id} status={job.status}>
          <Cell label="Driver">{job.driver}</Cell>
          <Cell label="Pickup" isWide>
            {job.pickup}
          </Cell>
          <Cell label="Delivery" isWide>
            {job.delivery}
          </Cell>
          <Cell label="ETA">{job.eta}</Cell>
        </Row>
      ))}
    </List>
  )
}

export function VehicleList() {
  return (
    <List label="Fleet">
      {sampleVehicles.map((vehicle) => (
        <Row key={vehicle.id} title={vehicle.id} status={vehicle.status}>
          <Cell label="Type">{vehicle.type}</Cell>
          <Cell label="Driver" isWide>
            {vehicle.driver}
          </Cell>
          <Cell label="Fuel" isWide>
            <span className="flex items-center gap-2.5">
              <meter
                min={0}
                max={100}
                low={25}
                value={vehicle.fuelPercent}
                aria-label={`Fuel of ${vehicle.id}`}
                className="h-2.5 w-20"
              />
              <span className="tabular-nums">{vehicle.fuelPercent}%</span>
            </span>
          </Cell>
        </Row>
      ))}
    </List>
  )
}

export function DriverList() {
  return (
    <List label="Drivers">
      {sampleDrivers.map((driver) => (
        <Row
          key={driver.name}
          title={
            <span className="flex items-center gap-2.5">
              <Avatar name={driver.name} size="small" />
              {driver.name}
            </span>
          }
          status={driver.status}
        >
          <Cell label="Vehicle">{driver.vehicle}</Cell>
          <Cell label="Jobs done" isWide>
            {driver.done} of {driver.jobs}
          </Cell>
        </Row>
      ))}
    </List>
  )
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y overflow-hidden rounded-xl border bg-surface shadow-card">
      {children}
    </ul>
  )
}

function Row({ title, status, children }: { title: ReactNode; status: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-3.5 md:grid-cols-[12rem_1fr] md:items-center">
      <div className="flex items-center justify-between gap-3 md:flex-col md:items-start md:gap-1.5">
        <span className="font-semibold tabular-nums">{title}</span>
        <Badge tone={tones[status]}>{status}</Badge>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-6">{children}</dl>
    </li>
  )
}

function Cell({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  )
}
