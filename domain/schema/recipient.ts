import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { Day, Instant } from '../time.ts'
import { Version } from './version.ts'

/** By what a recipient is looked for. */
export const recipientKeys = ['phone', 'email', 'name', 'address'] as const

const digitsOf = (phone: string) => phone.replace(/[^0-9]/g, '').length

const problemOf = {
  phone: (value: string) => (digitsOf(value) < 6 ? 'Enter at least 6 digits of the phone number.' : undefined),
  email: (value: string) => (value.includes('@') ? undefined : 'Enter a whole email address.'),
  name: (value: string) => withLetters(value),
  address: (value: string) => withLetters(value),
} satisfies Record<(typeof recipientKeys)[number], (value: string) => string | undefined>

const withLetters = (value: string) => (/[\p{L}\p{N}]/u.test(value) ? undefined : 'Enter at least one letter or digit.')

export const RecipientSearch = z
  .strictObject({ by: z.enum(recipientKeys), value: text(300) })
  .superRefine(({ by, value }, context) => {
    const message = problemOf[by](value)
    if (message) context.addIssue({ code: 'custom', path: ['value'], message })
  })
  .meta({ id: 'RecipientSearch' })
export type RecipientSearch = z.infer<typeof RecipientSearch>

const spelling = z.string().max(500).nullable()

/** One spelling of a recipient, brought into a common form: what tells deliveries apart that may be one person's. */
export const RecipientKey = z
  .strictObject({
    name: spelling.describe('In lower case, without punctuation'),
    phone: spelling.describe('As in E.164 if it was written with its country, otherwise its digits'),
    email: spelling.describe('In lower case'),
    address: spelling.describe('Only if there is neither name, phone nor email'),
  })
  .refine((key) => Object.values(key).some((part) => part !== null), 'Name at least one of them.')
export type RecipientKey = z.infer<typeof RecipientKey>

export const RecipientGroup = z
  .object({
    key: RecipientKey,
    name: z.string().nullable().describe('As it was written last'),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string(),
    deliveries: z.int(),
    open_deliveries: z.int().describe('Those that have not ended'),
    addresses: z.int().describe('How many different addresses'),
    first_day: Day,
    last_day: Day,
  })
  .meta({ id: 'RecipientGroup' })
export type RecipientGroup = z.infer<typeof RecipientGroup>

/** An entry of the address book that may be the recipient's. */
export const RecipientAddress = z.object({
  id: z.uuid(),
  label: z.string().nullable(),
  address: z.string(),
  others: z.int().describe('Deliveries to the address that are not among those found'),
})

export const FoundRecipients = z
  .object({
    groups: z.array(RecipientGroup).describe('Each spelling for itself: only you know which ones are one person'),
    addresses: z.array(RecipientAddress),
    is_cut: z.boolean().describe('Whether there are more than could be listed'),
  })
  .meta({ id: 'FoundRecipients' })
export type FoundRecipients = z.infer<typeof FoundRecipients>

/** What belongs to the person, as somebody chose it among what was found. */
export const RecipientChoice = z
  .strictObject({
    groups: z.array(RecipientKey).max(100),
    address_ids: z.array(z.uuid()).max(100).default([]).describe('Entries of the address book'),
  })
  .refine(({ groups, address_ids }) => groups.length + address_ids.length > 0, 'Choose what belongs to the person.')
  .meta({ id: 'RecipientChoice' })
export type RecipientChoice = z.infer<typeof RecipientChoice>

const counted = {
  deliveries: z.int(),
  notes: z.int().describe('Deliveries with notes'),
  history: z.int().describe('Entries in the histories of deliveries'),
  events: z.int().describe('Events in the log'),
  stops: z.int().describe('Stops of routes'),
  files: z.int().describe('Files that name a delivery, such as proofs, in any bucket'),
  addresses: z.int().describe('Entries of the address book'),
  recurring_orders: z.int().describe('Recurring orders, which end'),
  geocodes: z.int().describe('Answers of the geocoder'),
  messages: z.int().describe('Broadcasts that are kept for a while'),
  replies: z.int().describe('Replies that are kept for programs that ask again'),
  operations: z.int().describe('Problems that programs sent to be optimized, with their results'),
  audit: z.int().describe('Entries of the audit log with personal values'),
}

export const ErasureCounts = z.object(counted).meta({ id: 'ErasureCounts' })
export type ErasureCounts = z.infer<typeof ErasureCounts>

export const HeldData = z
  .object({
    counts: ErasureCounts,
    open: z.array(z.object({ id: z.uuid(), number: z.int() })).describe('Deliveries that have not ended; 20 at most'),
    open_deliveries: z.int(),
  })
  .meta({ id: 'HeldData' })
export type HeldData = z.infer<typeof HeldData>

export const NewErasure = z
  .strictObject({
    ...RecipientChoice.shape,
    expected: z
      .strictObject({ deliveries: z.int().min(0), addresses: z.int().min(0) })
      .describe('How many there are to be erased, as they were shown. If it is not so any more, nothing is erased'),
  })
  .refine(({ groups, address_ids }) => groups.length + address_ids.length > 0, 'Choose what belongs to the person.')
  .meta({ id: 'NewErasure' })

/** A recipient who is being erased, or was. It says nothing about who it was. */
export const Erasure = z
  .object({
    id: z.uuid(),
    state: z.enum(['running', 'done']),
    deliveries: z.int().describe('How many are to be erased'),
    addresses: z.int(),
    erased: z.int().describe('How many deliveries have been erased so far'),
    counts: ErasureCounts.partial().describe('What was erased so far'),
    left_open: z.int().describe('Deliveries that were reopened in the meantime, which keep their recipient'),
    requested_by_name: z.string(),
    requested_at: Instant,
    finished_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.infer<typeof Erasure>
