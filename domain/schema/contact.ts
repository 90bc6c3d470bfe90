import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'

/** What a message is about. Book a Demo sends `demo`. */
export const contactTopics = ['general', 'demo', 'sales', 'support'] as const
export type ContactTopic = (typeof contactTopics)[number]

/** The most characters in a message or a cover letter. */
export const longestMessage = 20_000

/** One line of text, because it may end up in a mail header. */
const line = (max: number) =>
  text(max).refine((value) => !/[\r\n\u0085\u2028\u2029]/.test(value), 'Write this on one line.')

/** An optional field. Missing, null and empty mean the same. */
const optional = (max: number) =>
  line(max)
    .nullable()
    .default(null)
    .transform((value) => value || null)

const Email = z.email('Enter an email address like name@example.com.').max(254, 'At most 254 characters.')

/** How the sender proves not to be a bot; see `domain/challenge.ts`. */
const proof = {
  challenge: z.string().min(1).max(200).describe('From GET /v1/contact/challenge; valid for one message'),
  answer: z
    .string()
    .regex(/^\d{1,15}$/, 'The answer is a whole number.')
    .describe('The number that solves the challenge'),
  website: text(2000).default('').describe('Leave empty. People do not see this field, but bots fill it in'),
}

/** A message from the contact form. */
export const NewContactMessage = z
  .strictObject({
    name: line(200).min(1, 'Enter your name.'),
    email: Email,
    phone: optional(50),
    company: optional(200),
    topic: z.enum(contactTopics).default('general'),
    message: text(longestMessage).min(1, 'Enter a message.'),
    ...proof,
  })
  .meta({ id: 'NewContactMessage' })
export type NewContactMessage = z.infer<typeof NewContactMessage>

/** An application for an open position. */
export const NewApplication = z
  .strictObject({
    position: z
      .string()
      .max(100, 'At most 100 characters.')
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Write the position as in its URL, like route-engineer.'),
    name: line(200).min(1, 'Enter your name.'),
    email: Email,
    phone: optional(50),
    link: z
      .union(
        [
          z.literal(''),
          z
            .url({ protocol: /^https$/ })
            .max(2000)
            .refine((value) => !/\s/.test(value)),
        ],
        'Write a URL that starts with https://, with at most 2000 characters.',
      )
      .nullable()
      .default(null)
      .transform((value) => value || null)
      .describe('A profile, portfolio or résumé'),
    cover_letter: text(longestMessage).min(1, 'Enter a cover letter.'),
    ...proof,
  })
  .meta({ id: 'NewApplication' })
export type NewApplication = z.infer<typeof NewApplication>

/** Confirms that the message is stored. */
export const Received = z.object({ id: z.uuid(), received_at: Instant }).meta({ id: 'Received' })
export type Received = z.infer<typeof Received>

/** A puzzle that takes a browser a moment but makes sending thousands of messages expensive. */
export const Challenge = z
  .object({
    challenge: z.string(),
    difficulty: z.int().describe('Leading zero bits that the SHA-256 of "challenge.answer" must have'),
    expires_at: Instant,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>
