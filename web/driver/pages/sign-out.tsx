import { useState } from 'react'
import { forgetPushHere } from '#web/lib/push.ts'
import { useRoad, useRoadState } from '../road/use-road.ts'
import { leavePhone } from '../store/leave.ts'
import { endSession } from '../sync/session.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'

/** Leaves this phone. What was not sent is sent first, or stays for the same driver. */
export function SignOutPage() {
  const { say } = useWords()
  const road = useRoad()
  const { unsent, unsentPhotos, refusedPhotos, sending } = useRoadState()
  const [isPending, setPending] = useState(false)
  const waits = unsent.length > 0 || unsentPhotos > 0 || refusedPhotos > 0

  async function leave() {
    setPending(true)
    await leavePhone(road.db, { waits })
    await forgetPushHere().catch((error: unknown) => console.warn('Notifications stay on:', error))
    await endSession()
    window.location.assign('/signin?next=/driver')
  }

  return (
    <Screen
      title={say('out.title')}
      actions={
        waits ? (
          <>
            <Press
              look="primary"
              isLarge
              isPending={sending.isSending}
              onClick={() => void road.sending.now({ isUrgent: true })}
            >
              {say('out.sendFirst')}
            </Press>
            <Press look="danger" isPending={isPending} onClick={() => void leave()}>
              {say('out.keep')}
            </Press>
          </>
        ) : (
          <Press look="primary" isLarge isPending={isPending} onClick={() => void leave()}>
            {say('out.now')}
          </Press>
        )
      }
    >
      <p>{say('out.text')}</p>
      {unsent.length > 0 && <Note tone="warning">{say('out.unsent', { count: unsent.length })}</Note>}
      {unsentPhotos > 0 && <Note tone="warning">{say('sync.photos', { count: unsentPhotos })}</Note>}
      {refusedPhotos > 0 && <Note tone="warning">{say('trouble.photos', { count: refusedPhotos })}</Note>}
    </Screen>
  )
}
