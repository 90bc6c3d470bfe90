import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { RoadKind } from '#domain/road/entry.ts'
import type { DriverText } from '#domain/messages/driver/en.ts'
import { findStop } from '../day/stops.ts'
import { useDay, useRoad, useRoadState } from '../road/use-road.ts'
import { undoLeft } from '../sync/hold.ts'
import { Press } from '../ui/press.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'
import { useSpeak } from './speaker.tsx'

const sentences: Partial<Record<RoadKind, DriverText>> = {
  delivered: 'end.delivered',
  failed: 'end.failed',
  picked_up: 'end.pickedUp',
}

/** Never over what is pressed next. */
const places = {
  top: 'sticky top-0 pt-2',
  aboveTabs: 'sticky bottom-16 pb-2',
  aboveMain: 'absolute inset-x-0 bottom-full',
}

/** For ten seconds, an end that was pressed by mistake can be taken back. */
export function UndoBar({ place }: { place: keyof typeof places }) {
  const { say } = useWords()
  const road = useRoad()
  const day = useDay()
  const speak = useSpeak()
  const now = useNow(1000)
  // Shown anew when something was written.
  useRoadState()
  const kept = road.lastEnd()
  const sentence = kept && sentences[kept.entry.kind as RoadKind]
  const stop = kept && findStop(day, String(kept.entry.data.stop_id))?.stop
  const said = sentence ? say(sentence, { name: stop?.name || say('stop.noName') }) : ''
  useEffect(() => {
    if (said) speak(`${said}. ${say('end.undo')}`)
  }, [said, speak, say])
  if (!kept || !said) return null
  return (
    <div className={cx('z-40 mx-auto w-full max-w-xl px-3', places[place])}>
      <div className="flex items-center gap-3 rounded-2xl bg-ink py-2 ps-4 pe-2 text-ground shadow-raised">
        <p className="min-w-0 grow font-medium wrap-anywhere">{said}</p>
        <Press
          className="shrink-0 border-transparent"
          icon={<Undo2 aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          onClick={() => void road.undo(kept.id).then(() => speak(say('end.undone')))}
        >
          {say('end.undoFor', {
            seconds: Math.ceil(undoLeft(kept.entry, Math.max(now, Date.parse(kept.entry.at))) / 1000),
          })}
        </Press>
      </div>
    </div>
  )
}
