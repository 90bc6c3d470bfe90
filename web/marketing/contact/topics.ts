import type { ContactTopic } from '#domain/schema/contact.ts'

type Words = {
  title: string
  lead: string
  /** What helps to answer well, below the message. */
  hint: string
}

/** What the form says, by what it asks for. */
export const topicWords: Record<ContactTopic, Words> = {
  general: {
    title: 'Send us a message',
    lead: 'Ask anything about Karta. A person reads it and answers.',
    hint: 'The more concrete, the better our answer.',
  },
  demo: {
    title: 'Book a Demo',
    lead: 'This message asks for a demo: we plan one of your own days together with you.',
    hint: 'What you deliver and where, with how many drivers, and when a call suits you.',
  },
  sales: {
    title: 'Contact Sales',
    lead: 'This message goes to sales: volumes, custom integrations and terms of your own.',
    hint: 'Deliveries a month, drivers, depots, and the systems you would like to connect.',
  },
  support: {
    title: 'Contact Support',
    lead: 'This message goes to support. We answer within 24 hours.',
    hint: 'What you did, what you expected and what you saw instead.',
  },
}

/** What the link that led here asks for. */
export function topicOf(state: unknown): ContactTopic {
  const asked = (state ?? {}) as Record<string, unknown>
  if (asked.demo === true) return 'demo'
  if (asked.sales === true) return 'sales'
  if (asked.support === true) return 'support'
  return 'general'
}
