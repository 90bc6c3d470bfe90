/** An open position. Applications include its id. */
export type Position = {
  id: string
  title: string
  department: string
  location: string
  type: string
  /** The job in a sentence or two. */
  text: string
  points: readonly string[]
}

export const positions: readonly Position[] = [
  {
    id: 'route-optimization-engineer',
    title: 'Route Optimization Engineer',
    department: 'Engineering',
    location: 'Jakarta or remote',
    type: 'Full-time',
    text: 'You make tomorrow’s routes shorter. Our solver is open source, and we measure every change against public benchmarks before it ships.',
    points: [
      'Develop search methods for vehicle routing: time windows, capacities, shifts, skills',
      'Explain to dispatchers, in words they understand, why a stop doesn’t fit',
      'Bring TypeScript, profiling and patience. Publications are a plus, not a must',
    ],
  },
  {
    id: 'product-designer',
    title: 'Product Designer',
    department: 'Design',
    location: 'Remote',
    type: 'Full-time',
    text: 'You design for a dispatcher at seven in the morning and a driver with one free hand, in the rain and in bright sun.',
    points: [
      'Spend days in depots and passenger seats before you draw anything',
      'Design screens that stay calm with 1,000 deliveries on them',
      'Make accessibility a habit: keyboard, contrast, screen readers',
    ],
  },
  {
    id: 'customer-success-manager',
    title: 'Customer Success Manager',
    department: 'Customer Success',
    location: 'Singapore',
    type: 'Full-time',
    text: 'You plan the first day with a new customer, and you’re still there the day their volume doubles.',
    points: [
      'Work through the first import, routes and dispatch side by side with the customer',
      'Reply within 24 hours and answer the question behind the question',
      'Speak English and one more language of the region',
    ],
  },
  {
    id: 'field-operations-specialist',
    title: 'Field Operations Specialist',
    department: 'Operations',
    location: 'Surabaya',
    type: 'Part-time',
    text: 'You ride along. What drivers tell you about parking, elevators and doorbells becomes the next thing we build.',
    points: [
      'Spend two or three days a week with our customers’ drivers',
      'Write notes that engineers can act on the same afternoon',
      'Have experience driving or dispatching deliveries',
    ],
  },
]
