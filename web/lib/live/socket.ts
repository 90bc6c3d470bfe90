import { z } from 'zod'
import { liveMessages, type LiveMessages } from '#domain/live.ts'
import { keepChannel } from './keep-channel.ts'

export type LiveMessage = {
  [Name in keyof LiveMessages]: { name: Name; payload: LiveMessages[Name] }
}[keyof LiveMessages]

/** An event of a newer server may be of a type that this page does not know. What it is about is enough. */
const AnyEvent = z.looseObject({
  cursor: z.string(),
  type: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  at: z.string(),
})
const messages = { ...liveMessages, event: liveMessages.event.extend({ event: AnyEvent }) }

type Listener = {
  onMessage: (message: LiveMessage) => void
  /**
   * The channel is gone. It comes back by itself.
   * @param byServer whether the server closed it: the person may have other rights now
   */
  onDown: (byServer: boolean) => void
}

/** Listens to a channel of events, and keeps at it. Returns a function that ends it. */
export function openSocket(topic: string, { onMessage, onDown }: Listener): () => void {
  return keepChannel(
    topic,
    {},
    {
      prepare(channel, isCurrent) {
        for (const [name, schema] of Object.entries(messages)) {
          channel.on('broadcast', { event: name }, ({ payload }: { payload?: unknown }) => {
            const { data } = schema.safeParse(payload)
            if (data && isCurrent()) onMessage({ name, payload: data } as LiveMessage)
          })
        }
      },
      onDown,
    },
  )
}
