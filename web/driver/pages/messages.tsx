import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Bubble } from '../messages/bubble.tsx'
import { Composer } from '../messages/composer.tsx'
import { useThread } from '../messages/use-thread.ts'
import { useRoad } from '../road/use-road.ts'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'

/** As many as one entry says. */
const mostAtOnce = 200

/** What dispatch and the driver write to each other. What is on the screen has been read. */
export function MessagesPage() {
  const { say } = useWords()
  const road = useRoad()
  const thread = useThread()
  const end = useRef<HTMLDivElement>(null)
  const said = useRef(new Set<string>())
  const count = thread?.messages.length ?? 0
  const unread = thread?.unread.join() ?? ''
  useEffect(() => {
    const markRead = () => {
      const ids = unread.split(',').filter((id) => id && !said.current.has(id))
      if (ids.length === 0 || document.visibilityState !== 'visible') return
      for (const id of ids) said.current.add(id)
      void road.note({ kind: 'messages_read', data: { message_ids: ids.slice(0, mostAtOnce) } })
    }
    markRead()
    document.addEventListener('visibilitychange', markRead)
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [road, unread])
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [count])

  return (
    <Screen title={say('messages.title')} onBack={null}>
      {thread && count === 0 && (
        <div className="my-auto grid justify-items-center gap-2 py-8 text-center text-ink-muted">
          <MessagesSquare aria-hidden="true" className="size-10 text-ink-faint" />
          <p className="text-pretty">{say('messages.none')}</p>
        </div>
      )}
      <ol aria-label={say('messages.title')} className="grid gap-3">
        {thread?.messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
      </ol>
      <Composer answers={thread?.answers ?? null} />
      <div ref={end} />
    </Screen>
  )
}
