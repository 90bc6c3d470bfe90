type SampleMember = { name: string; role: string }

export const sampleMembers: readonly SampleMember[] = [
  { name: 'Rina Wijaya', role: 'Administrator' },
  { name: 'Maya Kusuma', role: 'Dispatcher' },
  { name: 'Budi Santoso', role: 'Driver' },
  { name: 'Siti Rahmawati', role: 'Driver' },
]

type TeamMeasure = { label: string; value: number; max: number; text: string }

/** The sample team's last thirty days. */
export const teamMeasures: readonly TeamMeasure[] = [
  { label: 'On-time deliveries', value: 94, max: 100, text: '94%' },
  { label: 'Delivered on the first attempt', value: 91, max: 100, text: '91%' },
  { label: 'Proof of delivery recorded', value: 98, max: 100, text: '98%' },
  { label: 'Customer rating', value: 4.7, max: 5, text: '4.7 out of 5' },
]
