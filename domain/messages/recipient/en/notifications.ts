/** What recipients are told: a head, and a sentence or two. `hidden` is for confidential deliveries. */
export const notifications = {
  greeting: 'Hello {{recipient}},',
  'planned.head': 'Your delivery is planned for {{day}}',
  'planned.text': 'Your delivery {{number}} is planned for {{day}}, {{window}}.',
  'slot_changed.head': 'New time for your delivery',
  'slot_changed.text': 'Your delivery {{number}} is now planned for {{day}}, {{window}}.',
  'on_the_way.head': 'Your delivery is on its way',
  'on_the_way.text': 'Your delivery {{number}} is on its way. Expected arrival: {{window}}.',
  'near.head': 'Almost there',
  'near.text': 'Your delivery {{number}} is almost there. Expected arrival: {{window}}.',
  'delayed.head': 'Your delivery is running late',
  'delayed.text': 'Your delivery {{number}} is running late. New expected arrival: {{window}}.',
  'arrived.head': 'Your driver is here',
  'arrived.text': 'Your driver is at the door with delivery {{number}}.',
  'delivered.head': 'Delivered',
  'delivered.text': 'Delivery {{number}} was delivered. See the proof:',
  'failed.head': 'We could not deliver',
  'failed.text': 'We could not deliver {{number}}: {{reason}}. See what happens next:',
  open: 'Follow your delivery',
  unsubscribe: 'Unsubscribe from these emails',
} as const
export type RecipientNotificationText = keyof typeof notifications
