/** The sample data that guests see on the dashboard. None of it is real. */

export type SampleJob = {
  id: string
  status: 'Pending' | 'Assigned' | 'In Transit' | 'Delivered'
  driver: string
  pickup: string
  delivery: string
  eta: string
}

type SampleVehicle = { id: string; type: string; status: string; driver: string; fuelPercent: number }
type SampleDriver = { name: string; status: string; vehicle: string; done: number; jobs: number }

export const sampleJobs: readonly SampleJob[] = [
  {
    id: 'JOB-1041',
    status: 'In Transit',
    driver: 'Budi Santoso',
    pickup: 'Jl. Jend. Sudirman 52, Senayan',
    delivery: 'Jl. Senopati 71, Kebayoran Baru',
    eta: '10:25',
  },
  {
    id: 'JOB-1042',
    status: 'In Transit',
    driver: 'Sari Wulandari',
    pickup: 'Jl. M.H. Thamrin 1, Menteng',
    delivery: 'Jl. Cikini Raya 73, Cikini',
    eta: '10:40',
  },
  {
    id: 'JOB-1043',
    status: 'Assigned',
    driver: 'Budi Santoso',
    pickup: 'Jl. Jend. Sudirman 52, Senayan',
    delivery: 'Jl. Kemang Raya 24, Bangka',
    eta: '11:10',
  },
  {
    id: 'JOB-1044',
    status: 'Assigned',
    driver: 'Agus Pratama',
    pickup: 'Jl. Gajah Mada 19, Petojo',
    delivery: 'Jl. Mangga Besar 8, Taman Sari',
    eta: '11:35',
  },
  {
    id: 'JOB-1045',
    status: 'Pending',
    driver: 'Not assigned',
    pickup: 'Jl. M.H. Thamrin 1, Menteng',
    delivery: 'Jl. Tebet Raya 40, Tebet',
    eta: '—',
  },
  {
    id: 'JOB-1040',
    status: 'Delivered',
    driver: 'Agus Pratama',
    pickup: 'Jl. Gajah Mada 19, Petojo',
    delivery: 'Jl. Pangeran Jayakarta 117, Sawah Besar',
    eta: '09:48',
  },
]

export const sampleVehicles: readonly SampleVehicle[] = [
  { id: 'KA-1001', type: 'Van', status: 'On the road', driver: 'Budi Santoso', fuelPercent: 75 },
  { id: 'KA-1002', type: 'Motorbike', status: 'On the road', driver: 'Sari Wulandari', fuelPercent: 90 },
  { id: 'KA-1003', type: 'Van', status: 'Maintenance', driver: 'Not assigned', fuelPercent: 45 },
  { id: 'KA-1004', type: 'Truck', status: 'At the depot', driver: 'Agus Pratama', fuelPercent: 60 },
]

export const sampleDrivers: readonly SampleDriver[] = [
  { name: 'Budi Santoso', status: 'On duty', vehicle: 'KA-1001', done: 6, jobs: 9 },
  { name: 'Sari Wulandari', status: 'On duty', vehicle: 'KA-1002', done: 8, jobs: 11 },
  { name: 'Agus Pratama', status: 'On duty', vehicle: 'KA-1004', done: 4, jobs: 7 },
  { name: 'Dewi Anggraini', status: 'Off duty', vehicle: '—', done: 0, jobs: 0 },
]

/** The four figures of the overview, counted from the current jobs. */
export function figuresOf(jobs: readonly SampleJob[]): { label: string; value: string; hint: string }[] {
  const count = (...states: SampleJob['status'][]) => jobs.filter((job) => states.includes(job.status)).length
  const onDuty = sampleDrivers.filter((driver) => driver.status === 'On duty').length
  return [
    { label: 'Active Jobs', value: String(count('Assigned', 'In Transit')), hint: `${count('In Transit')} in transit` },
    { label: 'Waiting for a Driver', value: String(count('Pending')), hint: 'not assigned yet' },
    { label: 'Drivers on Duty', value: String(onDuty), hint: `of ${sampleDrivers.length}` },
    { label: 'On-time Rate', value: '96%', hint: 'last 30 days' },
  ]
}
