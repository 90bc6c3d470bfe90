import { CircleAlert, Clock, HardDrive, ImageOff, LogIn, PhoneOff, RefreshCw, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toTell } from '../words/outcome-text.ts'
import type { Road } from '../road/road.ts'
import { useRoad, useRoadState } from '../road/use-road.ts'
import { findStop } from '../day/stops.ts'
import { stopName } from '../stop/stop-words.ts'
import { exportLog } from '../store/log.ts'
import { Note } from '../ui/parts.tsx'
import { Press, PressLink } from '../ui/press.tsx'
import { saveFile } from '../save-file.ts'
import { takeOver, useUpdate } from '../updates.ts'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'
import { ChangesNote } from './changes-note.tsx'
import { clockTrouble, readRoom, type Room } from './trouble.ts'

/** What the driver has to know now, and what helps. */
export function Troubles() {
  const words = useWords()
  const { say, duration, unit } = words
  const road = useRoad()
  const { clockOffsetMs, day, isFull, isRevoked, otherPhone, refusedPhotos, sending, toRead, unsent } = useRoadState()
  const hasUpdate = useUpdate()
  const now = useNow()
  const room = useRoom()
  const clock = clockTrouble(clockOffsetMs)
  const hasEnded = sending.error?.status === 401
  return (
    <div className="mx-auto grid w-full max-w-xl gap-2 px-4 not-empty:pt-3">
      {hasEnded && (
        <Note tone="danger" icon={<LogIn />} role="alert">
          <p>{say('trouble.session')}</p>
          <PressLink className="mt-2 w-full" href="/signin?next=/driver">
            {say('trouble.signIn')}
          </PressLink>
        </Note>
      )}
      {isRevoked && (
        <Note tone="danger" icon={<PhoneOff />} role="alert">
          <p>{say('trouble.revoked')}</p>
          <div className="mt-2 grid gap-2">
            {unsent.length > 0 && (
              <Press onClick={() => void road.sending.now({ isUrgent: true })}>{say('trouble.revokedSend')}</Press>
            )}
            <Press onClick={() => void exportLog(road.db).then((file) => saveFile(file, 'karta-log.json'))}>
              {say('more.log')}
            </Press>
          </div>
        </Note>
      )}
      {isFull && (
        <Note tone="danger" icon={<HardDrive />} role="alert">
          {say('trouble.storageFull')}
        </Note>
      )}
      {clock && (
        <Note tone="warning" icon={<Clock />} role="alert">
          {say('trouble.clock', { time: duration(clock.byMs), direction: clock.direction })}
        </Note>
      )}
      {room?.isLittle && (
        <Note tone="warning" icon={<HardDrive />} role="alert">
          {say('trouble.storage', { free: unit(Math.round(room.freeBytes / 1_000_000), 'megabyte') })}
        </Note>
      )}
      {refusedPhotos > 0 && (
        <Note tone="danger" icon={<ImageOff />} role="alert">
          <p>{say('trouble.photos', { count: refusedPhotos })}</p>
          <div className="mt-2 grid grid-cols-2 gap-2">
            <Press onClick={() => void saveRefused(road)}>{say('trouble.photosSave')}</Press>
            <Press onClick={() => void road.dropRefusedPhotos()}>{say('trouble.photosDrop')}</Press>
          </div>
        </Note>
      )}
      {otherPhone && (
        <Note tone="warning" icon={<Smartphone />} role="alert">
          <p>{say('trouble.twoPhones', { name: otherPhone.name, time: duration(now - otherPhone.seenAt) })}</p>
          <Press className="mt-2 w-full" onClick={() => void road.markPhoneSeen(otherPhone.id)}>
            {say('result.seen')}
          </Press>
        </Note>
      )}
      {hasUpdate && (
        <Note icon={<RefreshCw />} role="status">
          <p>{say('trouble.version')}</p>
          <Press className="mt-2 w-full" onClick={takeOver}>
            {say('trouble.update')}
          </Press>
        </Note>
      )}
      <ChangesNote />
      {toTell(words, toRead)
        .slice(0, 3)
        .map(({ entries, stopId, deeds, why }) => {
          const { outcome } = entries[0]!.result!
          const stop = day && findStop(day, stopId)?.stop
          return (
            <Note
              key={entries[0]!.id}
              tone={outcome === 'refused' ? 'danger' : 'warning'}
              icon={<CircleAlert />}
              role="alert"
            >
              <p className="font-semibold">{say(`result.${outcome as 'kept'}`)}</p>
              {stop && <p>{stopName(stop, words)}</p>}
              <p>{`${deeds} ${why}`.trim()}</p>
              <Press className="mt-2 w-full" onClick={() => void road.markSeen(entries.map(({ id }) => id))}>
                {say('result.seen')}
              </Press>
            </Note>
          )
        })}
    </div>
  )
}

async function saveRefused(road: Road): Promise<void> {
  for (const { id, blob } of await road.refusedPhotos()) saveFile(blob, `${id}.jpg`)
}

/** Read anew from time to time: photos and other apps take room. */
function useRoom(): Room | undefined {
  const [room, setRoom] = useState<Room>()
  useEffect(() => {
    let isGone = false
    const look = () => void readRoom().then((read) => !isGone && setRoom(read))
    look()
    const timer = setInterval(look, 60_000)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [])
  return room
}
