import type { ContactTopic } from '#domain/schema/contact.ts'

type Words = {
  title: string
  lead: string
  /** Shown below the message: what to include. */
  hint: string
}

/** The form’s text for each topic. */
export const topicWords: Record<ContactTopic, Words> = {
  general: {
    title: 'Send us a message',
    lead: 'Ask us anything about Karta. A real person will answer.',
    hint: 'The more specific you are, the better we can help.',
  },
  demo: {
    title: 'Book a Demo',
    lead: 'This message requests a demo. We’ll plan one of your own days with you.',
    hint: 'Tell us what you deliver and where, how many drivers you have, and when to call.',
  },
  sales: {
    title: 'Contact Sales',
    lead: 'This message goes to sales. Ask about volume, custom integrations and terms.',
    hint: 'Tell us your monthly deliveries, drivers, depots and the systems you want to connect.',
  },
  support: {
    title: 'Contact Support',
    lead: 'This message goes to support. We reply within 24 hours.',
    hint: 'Tell us what you did, what you expected and what happened instead.',
  },
}

/** What the link that led here already knows of the sender, by field. */
export function filledOf(state: unknown): Record<string, string> {
  const { filled } = (state ?? {}) as { filled?: unknown }
  if (typeof filled !== 'object' || filled === null) return {}
  return Object.fromEntries(
    Object.entries(filled).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
}

/** The topic carried by the link that led here. */
export function topicOf(state: unknown): ContactTopic {
  const asked = (state ?? {}) as Record<string, unknown>
  if (asked.demo === true) return 'demo'
  if (asked.sales === true) return 'sales'
  if (asked.support === true) return 'support'
  return 'general'
}
