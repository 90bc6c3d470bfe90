import type { Selectable } from 'kysely'
import type { Message, MessageNote, MessageState } from '#domain/schema/message.ts'
import type { PhotoState } from '#domain/road/photo-states.ts'
import type { DriverMessageTable } from '../../db/tables/messages.ts'

export type MessageRow = Selectable<DriverMessageTable> & {
  photo_state: PhotoState | null
  photo_object_id: string | null
}

/** For whom messages are read: their addresses of photos differ. */
export type Reader = 'driver' | 'dispatcher'

export function stateOf({ sender, delivered_at, read_at }: Pick<MessageRow, 'sender' | 'delivered_at' | 'read_at'>) {
  if (read_at) return 'read' satisfies MessageState
  return sender === 'driver' || delivered_at ? 'delivered' : 'sent'
}

/** A message as `/v1` shows it. */
export function shownMessage(row: MessageRow, reader: Reader): Message {
  const { id, driver_id, sender, author_name, text, broadcast_id, read_by, position, version } = row
  const { sent_at, received_at, delivered_at, read_at, erased_at } = row
  const times = { sent_at, received_at, read_at, erased_at }
  return {
    id,
    position,
    driver_id,
    from: sender,
    state: stateOf(row),
    author_name,
    text,
    photo: photoOf(row, reader),
    broadcast_id,
    ...times,
    delivered_at: sender === 'driver' ? received_at : delivered_at,
    // Drivers see that it was read, not by whom.
    read_by: reader === 'driver' ? null : read_by,
    version,
  }
}

function photoOf(row: MessageRow, reader: Reader): Message['photo'] {
  if (!row.has_photo) return null
  const file = row.object_id ?? row.photo_object_id
  const url = `/v1/${reader === 'driver' ? 'driver/' : ''}messages/${row.id}/photo`
  if (row.sender === 'dispatcher') return file ? { state: 'stored', url } : { state: 'removed', url: null }
  if (row.erased_at || row.photo_state === null || (row.photo_state === 'stored' && !file))
    return { state: 'removed', url: null }
  return { state: row.photo_state, url: row.photo_state === 'stored' ? url : null }
}

/** What the event log says of it. */
export function noteOf(message: Message, depotId: string | null): MessageNote {
  const { id, driver_id, from, state, photo, broadcast_id, sent_at, erased_at, version } = message
  const said = { id, driver_id, from, state, broadcast_id, sent_at, erased_at, version }
  return { ...said, depot_id: depotId, has_photo: photo !== null }
}

/** Under which an alert tells of a driver's messages. */
export const alertKey = (driverId: string) => `message:${driverId}`
