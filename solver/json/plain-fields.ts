/** Fields of jobs and of both ends of shipments for place and time, known to solving and to plan mode. */
export const plainWork = [
  'id',
  'description',
  'location',
  'location_index',
  'setup',
  'service',
  'setup_per_type',
  'service_per_type',
  'time_windows',
]

/** Fields of jobs and shipments for skills and priority, likewise. */
export const plainWorth = ['skills', 'priority', 'prize']
