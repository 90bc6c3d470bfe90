/** An open position. Its id is part of the application that is sent. */
export type Position = {
  id: string
  title: string
  department: string
  location: string
  type: string
  /** What the person will do, in a sentence or two. */
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
    text: 'You make tomorrow’s routes shorter. Our solver is open, and every change to it is measured against public benchmarks before it ships.',
    points: [
      'Search methods for vehicle routing: time windows, capacities, shifts, skills',
      'Explanations a dispatcher understands when a stop does not fit',
      'TypeScript, profiles and patience; a published result is a plus, not a must',
    ],
  },
  {
    id: 'product-designer',
    title: 'Product Designer',
    department: 'Design',
    location: 'Remote',
    type: 'Full-time',
    text: 'You design for a dispatcher at seven in the morning and a driver with one free hand, in rain and in sunlight.',
    points: [
      'Days spent in depots and passenger seats before anything is drawn',
      'Screens that stay calm with 1,000 deliveries on them',
      'Accessibility as a habit: keyboard, contrast, screen readers',
    ],
  },
  {
    id: 'customer-success-manager',
    title: 'Customer Success Manager',
    department: 'Customer Success',
    location: 'Singapore',
    type: 'Full-time',
    text: 'You plan the first day with a new customer, and are still there on the day their volume doubles.',
    points: [
      'First imports, first routes, first dispatch, side by side with the customer',
      'Replies within 24 hours that answer the question behind the question',
      'English and one more language of the region',
    ],
  },
  {
    id: 'field-operations-specialist',
    title: 'Field Operations Specialist',
    department: 'Operations',
    location: 'Surabaya',
    type: 'Part-time',
    text: 'You ride along. What drivers tell you about parking, lifts and doorbells becomes the next thing we build.',
    points: [
      'Two or three days a week with our customers’ drivers',
      'Notes that engineers can act on the same afternoon',
      'You have driven deliveries yourself, or dispatched them',
    ],
  },
]
