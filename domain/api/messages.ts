import { z } from 'zod'
import {
  Message,
  MessageSettings,
  MessageSettingsPatch,
  MessageThread,
  NewBroadcast,
  NewMessage,
} from '../schema/message.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Messages'
const file = z.string().meta({ format: 'binary' })

/** What a phone has of its driver's messages. */
const OwnMessages = z
  .object({
    data: z.array(Message).describe('New and changed ones, in the order of `position`'),
    last: z.int().describe('Pass it as `after` next time. That says that the phone has everything up to it'),
    more: z.boolean().describe('Whether there is more right now'),
    unread: z.int().describe('Messages to the driver that the driver has not read'),
    answers: z.array(z.string()).nullable().describe('To answer with one tap; null for those of the app'),
  })
  .meta({ id: 'OwnMessages' })
export type OwnMessages = z.infer<typeof OwnMessages>

export const listOwnMessages = endpoint({
  id: 'listOwnMessages',
  method: 'GET',
  path: '/v1/driver/messages',
  may: 'work_own_route',
  tag,
  summary:
    'What is new or changed in the messages of the driver who asks. Ask until nothing is left: asking after a position confirms that the phone has what is before it',
  query: z.strictObject({
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: OwnMessages,
})

export const getOwnMessagePhoto = endpoint({
  id: 'getOwnMessagePhoto',
  method: 'GET',
  path: '/v1/driver/messages/:id/photo',
  may: 'work_own_route',
  tag,
  summary: 'The photo of a message of the driver who asks',
  params: idParams,
  reply: file,
  media: 'image/*',
})

export const listThreads = endpoint({
  id: 'listThreads',
  method: 'GET',
  path: '/v1/messages/threads',
  may: 'see_operations',
  tag,
  summary: 'Drivers with whom there are messages, and those on shift: unread first, then the newest',
  reply: z.object({ data: z.array(MessageThread), unread: z.int() }),
})

export const listDriverMessages = endpoint({
  id: 'listDriverMessages',
  method: 'GET',
  path: '/v1/drivers/:id/messages',
  may: 'see_operations',
  tag,
  summary: 'The messages with a driver, the newest first',
  params: idParams,
  query: z.strictObject({
    cursor: z.string().max(3000).optional().describe('next_cursor of the previous page'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ data: z.array(Message), next_cursor: z.string().nullable(), unread: z.int() }),
})

export const sendMessage = endpoint({
  id: 'sendMessage',
  method: 'POST',
  path: '/v1/drivers/:id/messages',
  may: 'change_deliveries',
  tag,
  summary: 'Write to a driver. It waits until the phone has a network',
  params: idParams,
  body: NewMessage,
  reply: Message,
  status: 201,
  idempotent: true,
})

export const readMessages = endpoint({
  id: 'readMessages',
  method: 'POST',
  path: '/v1/drivers/:id/messages/read',
  may: 'change_deliveries',
  tag,
  summary: 'Say that the messages of a driver have been read, so that the driver can see it',
  params: idParams,
  reply: z.object({ read: z.int().describe('How many nobody had read before') }),
  addsNothing: () => true,
})

export const broadcastMessage = endpoint({
  id: 'broadcastMessage',
  method: 'POST',
  path: '/v1/messages/broadcast',
  may: 'change_deliveries',
  tag,
  summary: 'Write the same to everybody who is on shift, or to chosen drivers',
  body: NewBroadcast,
  reply: z.object({ broadcast_id: z.uuid(), driver_ids: z.array(z.uuid()) }),
  status: 201,
  idempotent: true,
})

export const eraseMessage = endpoint({
  id: 'eraseMessage',
  method: 'DELETE',
  path: '/v1/messages/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Erase what a message says, and its photo. That there was one stays',
  params: idParams,
  reply: Message,
})

export const getMessagePhoto = endpoint({
  id: 'getMessagePhoto',
  method: 'GET',
  path: '/v1/messages/:id/photo',
  may: 'see_operations',
  tag,
  summary: 'The photo of a message',
  params: idParams,
  reply: file,
  media: 'image/*',
})

export const getMessageSettings = endpoint({
  id: 'getMessageSettings',
  method: 'GET',
  path: '/v1/settings/messages',
  may: 'see_operations',
  tag,
  summary: 'Ready-made answers of drivers and dispatchers',
  reply: MessageSettings,
  record: 'shown',
})

export const changeMessageSettings = endpoint({
  id: 'changeMessageSettings',
  method: 'PATCH',
  path: '/v1/settings/messages',
  may: 'manage_workspace',
  tag,
  summary: 'Change the ready-made answers',
  body: MessageSettingsPatch,
  reply: MessageSettings,
  record: 'changed',
})
