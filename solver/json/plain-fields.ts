/** Where, how long and when: fields of a job and of both ends of a shipment that plan mode knows as well as solving. */
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

/** Who may do a job or a shipment and how much it matters, likewise. */
export const plainWorth = ['skills', 'priority', 'prize']
