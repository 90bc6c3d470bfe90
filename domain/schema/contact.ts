import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'

/** What a message to us is about; `demo` is what Book a Demo sends. */
export const contactTopics = ['general', 'demo', 'sales', 'support'] as const
export type ContactTopic = (typeof contactTopics)[number]

/** Most characters of a message or a cover letter. */
export const longestMessage = 20_000

/** Text on one line: it may end up in the header of a mail. */
const line = (max: number) =>
  text(max).refine((value) => !/[\r\n\u0085\u2028\u2029]/.test(value), 'Write this on one line.')

/** A field that may be left out, null or empty, which all mean the same. */
const optional = (max: number) =>
  line(max)
    .nullable()
    .default(null)
    .transform((value) => value || null)

const Email = z.email('Write an e-mail address like name@example.com.').max(254, 'At most 254 characters.')

/** How the sender shows to be no program: see `domain/challenge.ts`. */
const proof = {
  challenge: z.string().min(1).max(200).describe('From GET /v1/contact/challenge; good for one message'),
  answer: z
    .string()
    .regex(/^\d{1,15}$/, 'The answer is a whole number.')
    .describe('The number that solves the challenge'),
  website: text(2000).default('').describe('Leave it empty: people do not see this field, programs fill it in'),
}

/** A message of the contact form. */
export const NewContactMessage = z
  .strictObject({
    name: line(200).min(1, 'Your name is missing.'),
    email: Email,
    phone: optional(50),
    company: optional(200),
    topic: z.enum(contactTopics).default('general'),
    message: text(longestMessage).min(1, 'The message is missing.'),
    ...proof,
  })
  .meta({ id: 'NewContactMessage' })
export type NewContactMessage = z.infer<typeof NewContactMessage>

/** An application for one of our open positions. */
export const NewApplication = z
  .strictObject({
    position: z
      .string()
      .max(100, 'At most 100 characters.')
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Name the position as its address does, like route-engineer.'),
    name: line(200).min(1, 'Your name is missing.'),
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
        'Write an address that starts with https://, of at most 2000 characters.',
      )
      .nullable()
      .default(null)
      .transform((value) => value || null)
      .describe('A profile, portfolio or curriculum vitae'),
    cover_letter: text(longestMessage).min(1, 'The cover letter is missing.'),
    ...proof,
  })
  .meta({ id: 'NewApplication' })
export type NewApplication = z.infer<typeof NewApplication>

/** What the sender gets: proof that the message is stored. */
export const Received = z.object({ id: z.uuid(), received_at: Instant }).meta({ id: 'Received' })
export type Received = z.infer<typeof Received>

/** A puzzle that costs a browser a moment and a program that sends thousands of messages a lot. */
export const Challenge = z
  .object({
    challenge: z.string(),
    difficulty: z.int().describe('Leading zero bits that the SHA-256 of "challenge.answer" must have'),
    expires_at: Instant,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>
