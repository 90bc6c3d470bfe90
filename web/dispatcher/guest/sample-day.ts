import { typeWords } from '../vehicles/vehicle-words.ts'
import { dayDeliveries, dayFleet, stopsOf } from '#web/lib/sample-day.ts'

/** The sample data that guests see on the dashboard. None of it is real. */

export type SampleJob = {
  id: string
  status: 'Pending' | 'Assigned' | 'In Transit' | 'Arrived' | 'Delivered'
  driver: string
  pickup: string
  delivery: string
  eta: string
}

type SampleVehicle = { id: string; type: string; status: string; driver: string; fuelPercent: number }
type SampleDriver = { name: string; status: string; vehicle: string; done: number; jobs: number }

const jobWords: Record<string, SampleJob['status']> = {
  pending: 'Pending',
  dispatched: 'Assigned',
  in_transit: 'In Transit',
  arrived: 'Arrived',
  delivered: 'Delivered',
}

export const sampleJobs: readonly SampleJob[] = dayDeliveries.map(
  ({ id, status, driver, pickup, destination, eta }) => ({
    id,
    status: jobWords[status]!,
    driver: driver || 'Not assigned',
    pickup,
    delivery: destination,
    eta: eta || '—',
  }),
)

const vehicleWords = { active: 'On the road', idle: 'At the depot', maintenance: 'Maintenance' }

export const sampleVehicles: readonly SampleVehicle[] = dayFleet.map(({ code, type, status, driver, fuelLevel }) => ({
  id: code,
  type: typeWords[type],
  status: vehicleWords[status],
  driver: driver || 'Not assigned',
  fuelPercent: fuelLevel,
}))

export const sampleDrivers: readonly SampleDriver[] = dayFleet
  .filter(({ driver }) => driver)
  .map((vehicle) => ({
    name: vehicle.driver,
    status: vehicle.status === 'active' ? 'On duty' : 'Off duty',
    vehicle: vehicle.code,
    done: stopsOf(vehicle).done,
    jobs: stopsOf(vehicle).all,
  }))

/** The four figures of the overview, counted from the current jobs. */
export function figuresOf(jobs: readonly SampleJob[]): { label: string; value: string; hint: string }[] {
  const count = (...states: SampleJob['status'][]) => jobs.filter((job) => states.includes(job.status)).length
  const onDuty = sampleDrivers.filter((driver) => driver.status === 'On duty').length
  const active = count('Assigned', 'In Transit', 'Arrived')
  return [
    { label: 'Active Deliveries', value: String(active), hint: `${count('In Transit')} in transit` },
    { label: 'Waiting for a Driver', value: String(count('Pending')), hint: 'not assigned yet' },
    { label: 'Drivers on Duty', value: String(onDuty), hint: `of ${sampleDrivers.length}` },
    { label: 'On-time Rate', value: '94%', hint: 'last 30 days' },
  ]
}
