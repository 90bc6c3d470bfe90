import { Check, CheckCheck, Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ShownPhoto } from '../camera/shown-photo.tsx'
import { useDay, useRoad } from '../road/use-road.ts'
import { messagePhoto } from '../sync/messages.ts'
import { useWords } from '../words/use-words.tsx'
import type { ShownMessage } from './thread.ts'

const icons = { waiting: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck }

/** One message: whose, when, and how far it is. */
export function Bubble({ message }: { message: ShownMessage }) {
  const { say, time } = useWords()
  const { workspace } = useDay()
  const { isOwn, author, text, sent_at, state, photo, isErased, isToAll } = message
  const Icon = icons[state]
  return (
    <li className={cx('grid max-w-[85%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')}>
      {!isOwn && (
        <p className="text-sm text-ink-muted">
          {author}
          {isToAll && ` · ${say('messages.toAll')}`}
        </p>
      )}
      <div
        className={cx(
          'grid gap-2 rounded-2xl px-4 py-2.5',
          isOwn ? 'rounded-ee-sm bg-brand-soft text-brand-ink' : 'rounded-es-sm border border-line bg-surface',
        )}
      >
        {photo && <MessagePhoto message={message} />}
        {isErased ? (
          <p className="text-ink-muted italic">{say('messages.erased')}</p>
        ) : (
          text && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )
        )}
      </div>
      <p className={cx('flex items-center gap-1 text-sm text-ink-muted', isOwn && 'justify-end')}>
        {time(sent_at, workspace.time_zone)}
        {isOwn && (
          <>
            <Icon aria-hidden="true" className={cx('size-4', state === 'read' && 'text-brand-ink')} />
            <span className={state === 'waiting' ? undefined : 'sr-only'}>{say(`messages.${state}`)}</span>
          </>
        )}
      </p>
    </li>
  )
}

function MessagePhoto({ message: { id, photo } }: { message: ShownMessage }) {
  const { say } = useWords()
  const { api } = useRoad()
  const [blob, setBlob] = useState<Blob>()
  const isThere = photo === 'server'
  useEffect(() => {
    let isGone = false
    // Without a network the place stays empty, and the message is read all the same.
    if (isThere)
      void messagePhoto(api, id).then(
        (read) => !isGone && setBlob(read),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [api, id, isThere])
  if (photo === 'server') return blob ? <ShownPhoto key={id} id={id} blob={blob} label={say('messages.photo')} /> : null
  return photo && <ShownPhoto id={photo.id} label={say('messages.photo')} />
}
