import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** What becomes of known references and new ones, as when a file is imported on the page. */
export const mailInModes = ['replace', 'create', 'update', 'merge'] as const

export const mostSenders = 50
/** What one mail may bring. */
export const mostFiles = 5
export const mostRowsOfMail = 5000
export const mostMailBytes = 20 * 1024 * 1024

const address = /^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$/
const domain = /^@[^\s@<>",;:]+\.[^\s@<>",;:]+$/

const Sender = text(254)
  .toLowerCase()
  .refine((value) => address.test(value) || domain.test(value), {
    error: 'Write addresses like orders@shop.example, or @shop.example for everybody there.',
  })

const fields = {
  is_on: z.boolean().describe('Whether mail is taken'),
  mapping_id: z.uuid().nullable().describe('What the columns mean; null recognizes them by their names'),
  mode: z.enum(mailInModes),
  senders: z
    .array(Sender)
    .max(mostSenders, `At most ${mostSenders} senders.`)
    .transform((senders) => [...new Set(senders)])
    .describe('From whom mail is taken: addresses, or whole domains such as @shop.example'),
}

/** How a workspace takes orders by mail. */
export const MailInSettings = z.object({ ...fields, version: Version }).meta({ id: 'MailInSettings' })
export type MailInSettings = z.infer<typeof MailInSettings>

/** The same for whoever manages the workspace. Whoever knows the address can send orders, so no event says it. */
export const MailIn = MailInSettings.extend({
  offered: z.boolean().describe('Whether this installation takes mail at all'),
  address: z.string().nullable().describe('Where to send orders; null until mail was turned on once'),
}).meta({ id: 'MailIn' })
export type MailIn = z.infer<typeof MailIn>

export const MailInPatch = z.strictObject(fields).partial().meta({ id: 'MailInPatch' })
export type MailInPatch = z.infer<typeof MailInPatch>

/** What became of an attached file. */
export const MailedFile = z.object({
  name: z.string(),
  problem: z.string().nullable().describe('Why nothing of it was taken, in a sentence'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ row: z.int().describe('As the spreadsheet counts'), reason: z.string() })),
})
export type MailedFile = z.infer<typeof MailedFile>

/** A mail that came to the workspace's address. */
export const MailInMail = z
  .object({
    id: z.uuid(),
    sender: z.string(),
    subject: z.string(),
    received_at: Instant,
    state: z.enum(['taken', 'refused']),
    problem: z.string().nullable().describe('Why nothing was taken, in a sentence'),
    files: z.array(MailedFile),
  })
  .meta({ id: 'MailInMail' })
export type MailInMail = z.infer<typeof MailInMail>
export const MailInMailPage = page(MailInMail).meta({ id: 'MailInMailPage' })
