import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Cell, FuelLevel, List, Row } from '../overview/list.tsx'
import { sampleDrivers, sampleVehicles, type SampleJob } from './sample-day.ts'

const tones: Record<string, BadgeTone> = {
  Pending: 'neutral',
  Assigned: 'info',
  Arrived: 'warning',
  'In Transit': 'brand',
  Delivered: 'success',
  'On the road': 'brand',
  'At the depot': 'neutral',
  Maintenance: 'warning',
  'On duty': 'success',
  'Off duty': 'neutral',
}

function Status({ of: status }: { of: string }) {
  return <Badge tone={tones[status]}>{status}</Badge>
}

/** The sample deliveries. */
export function JobList({ jobs }: { jobs: readonly SampleJob[] }) {
  return (
    <List label="Deliveries">
      {jobs.map((job) => (
        <Row key={job.id} title={job.id} status={<Status of={job.status} />}>
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
        <Row key={vehicle.id} title={vehicle.id} status={<Status of={vehicle.status} />}>
          <Cell label="Type">{vehicle.type}</Cell>
          <Cell label="Driver" isWide>
            {vehicle.driver}
          </Cell>
          <Cell label="Fuel" isWide>
            <FuelLevel of={vehicle.id} percent={vehicle.fuelPercent} />
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
          status={<Status of={driver.status} />}
        >
          <Cell label="Vehicle">{driver.vehicle}</Cell>
          <Cell label="Deliveries done" isWide>
            {driver.done} of {driver.jobs}
          </Cell>
        </Row>
      ))}
    </List>
  )
}
