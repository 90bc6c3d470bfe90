import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { photoStates } from '../road/photo-states.ts'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** How long a message may be. */
export const messageLength = 2000

/** How far a message is. A driver's message has arrived when the server has it; a dispatcher's, when the phone has it. */
export const messageStates = ['sent', 'delivered', 'read'] as const
export type MessageState = (typeof messageStates)[number]

const senders = ['driver', 'dispatcher'] as const

/** What the event log says of a message: all but what it says, so that erasing it leaves nothing there. */
export const MessageNote = z
  .object({
    id: z.uuid(),
    driver_id: z.uuid(),
    depot_id: z.uuid().nullable().describe('Of the driver'),
    from: z.enum(senders),
    state: z.enum(messageStates),
    has_photo: z.boolean(),
    broadcast_id: z.uuid().nullable().describe('Equal for what was sent to several drivers at once'),
    sent_at: Instant.describe('When it was written, which may be long before it arrived'),
    erased_at: Instant.nullable(),
    version: Version,
  })
  .meta({ id: 'MessageNote' })
export type MessageNote = z.infer<typeof MessageNote>

const MessagePhoto = z.object({
  state: z.enum([...photoStates, 'removed']).describe('Photos of phones arrive by themselves, often later'),
  url: z.string().nullable().describe('Where it is read, with the same key or token'),
})

export const Message = MessageNote.omit({ has_photo: true, depot_id: true })
  .extend({
    position: z.int().describe('Rises with each message of a driver, and with each change of one'),
    author_name: z.string(),
    text: z.string().describe('Plain text. Empty once it was erased'),
    photo: MessagePhoto.nullable(),
    received_at: Instant,
    delivered_at: Instant.nullable(),
    read_at: Instant.nullable(),
    read_by: z.string().nullable().describe('Which dispatcher read it first'),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

const body = text(messageLength)

/** A photo is uploaded to the bucket `proofs` before, and named here. */
const said = {
  text: body.default(''),
  photo: z
    .string()
    .max(300)
    .nullable()
    .default(null)
    .describe('The name of an image in the bucket `proofs`, in the folder with the sender’s user ID'),
}
const isSomething = ({ text: words, photo }: { text: string; photo: string | null }) => words !== '' || photo !== null
const somethingNeeded = { message: 'Write something, or add a photo.', path: ['text'] }

export const NewMessage = z.strictObject(said).refine(isSomething, somethingNeeded).meta({ id: 'NewMessage' })
export type NewMessage = z.output<typeof NewMessage>

/** How many drivers can be written to at once. */
export const mostWrittenTo = 1000

export const NewBroadcast = z
  .strictObject({
    ...said,
    driver_ids: z
      .array(z.uuid())
      .min(1)
      .max(mostWrittenTo)
      .optional()
      .describe('To these drivers; to everybody who is on shift if absent'),
  })
  .refine(isSomething, somethingNeeded)
  .meta({ id: 'NewBroadcast' })
export type NewBroadcast = z.output<typeof NewBroadcast>

/** A driver with whom there are messages, or who is on shift and can be written to. */
export const MessageThread = z
  .object({
    driver_id: z.uuid(),
    driver_name: z.string(),
    driver_phone: z.string().nullable(),
    has_account: z.boolean().describe('Without one, no phone can receive anything'),
    on_shift: z.boolean(),
    unread: z.int().describe('Messages of the driver that no dispatcher has read'),
    waiting: z.int().describe('Messages to the driver that the phone does not have yet'),
    last: Message.nullable(),
  })
  .meta({ id: 'MessageThread' })
export type MessageThread = z.infer<typeof MessageThread>

/** How many ready-made answers each side may have. */
export const mostAnswers = 20

const answers = z.array(text(200).min(1)).max(mostAnswers)

export const MessageSettings = z
  .object({
    driver_answers: answers
      .nullable()
      .describe('What drivers can answer with one tap. Null for those of the app, in the driver’s language'),
    dispatcher_answers: answers.nullable().describe('The same for dispatchers'),
    version: Version,
  })
  .meta({ id: 'MessageSettings' })
export type MessageSettings = z.infer<typeof MessageSettings>

export const MessageSettingsPatch = MessageSettings.omit({ version: true })
  .partial()
  .strict()
  .meta({ id: 'MessageSettingsPatch' })
export type MessageSettingsPatch = z.infer<typeof MessageSettingsPatch>
