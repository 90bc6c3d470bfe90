import { Check, Link2, Pause, Play } from 'lucide-react'
import { useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import type { ReplayFact } from '#domain/schema/replay.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { clockTime } from './clock-time.ts'
import { speeds, type ReplayClock } from './replay-clock.ts'

type TimeBarProps = {
  clock: ReplayClock
  zone: string
  facts: readonly ReplayFact[]
  /** What a screen reader hears besides the time. */
  words: string
  /** The address of the moment that is shown. */
  linkNow: () => string
}

const second = 1000
const steps = { arrow: 10 * second, shift: 60 * second, page: 15 * 60 * second }

/** Plays and pauses, goes to any moment, and copies a link to it. */
export function TimeBar({ clock, zone, facts, words, linkNow }: TimeBarProps) {
  const { at, isPlaying, speed } = useSyncExternalStore(clock.onSaid, clock.said)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step !== undefined) clock.set(clock.now().at + step)
    else if (event.key === ' ') (isPlaying ? clock.pause : clock.play)()
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={
            isPlaying ? <Pause aria-hidden="true" className="size-5" /> : <Play aria-hidden="true" className="size-5" />
          }
          onPress={isPlaying ? clock.pause : clock.play}
        />
        <output className="min-w-24 text-lg font-semibold tracking-tight tabular-nums">{clockTime(at, zone)}</output>
        <Select
          label="Speed"
          isLabelHidden
          className="w-32"
          value={String(speed)}
          onChange={(next) => clock.setSpeed(Number(next))}
          options={speeds.map((each) => ({ id: String(each), label: each === 1 ? 'Real time' : `${each} times` }))}
        />
        <CopyLink linkNow={linkNow} />
      </div>
      <div className="relative">
        <Ticks clock={clock} facts={facts} />
        <input
          type="range"
          min={clock.from}
          max={clock.to}
          step={second}
          value={at}
          aria-label="Time of the day"
          aria-valuetext={`${clockTime(at, zone)}. ${words}`}
          onChange={(event) => clock.set(event.target.valueAsNumber)}
          onKeyDown={onKeyDown}
          className="focus-ring relative h-6 w-full cursor-pointer rounded-md accent-(--brand) pointer-coarse:h-11"
        />
      </div>
      <div aria-hidden="true" className="flex justify-between text-xs text-ink-muted tabular-nums">
        <span>{clockTime(clock.from, zone).slice(0, 5)}</span>
        <span className="max-md:hidden">Arrows go 10 s, with Shift a minute, Page keys 15 min, Space plays</span>
        <span>{clockTime(clock.to, zone).slice(0, 5)}</span>
      </div>
    </div>
  )
}

function stepOf({ key, shiftKey }: KeyboardEvent): number | undefined {
  const arrow = shiftKey ? steps.shift : steps.arrow
  if (key === 'ArrowRight' || key === 'ArrowUp') return arrow
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -arrow
  if (key === 'PageUp') return steps.page
  return key === 'PageDown' ? -steps.page : undefined
}

/** Where on the line decisions and troubles are. The list beside the map says what they were. */
function Ticks({ clock: { from, to }, facts }: { clock: ReplayClock; facts: readonly ReplayFact[] }) {
  const marked = facts.filter(({ tone, is_decision }) => tone === 'bad' || is_decision)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 6"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-2 -top-1 h-1.5 w-[calc(100%-1rem)]"
    >
      {marked.map(({ id, at, tone }) => (
        <rect
          key={id}
          x={((Date.parse(at) - from) / (to - from)) * 1000}
          width={2}
          height={6}
          className={tone === 'bad' ? 'fill-danger-ink' : 'fill-brand'}
        />
      ))}
    </svg>
  )
}

function CopyLink({ linkNow }: { linkNow: () => string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const link = linkNow()
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
      setTimeout(() => setCopied(false), 2500)
    } catch {
      // Not allowed, or not available on this origin.
      toast({ title: `Copy this address: ${link}` })
    }
  }
  const Icon = isCopied ? Check : Link2
  return (
    <Button className="ml-auto" icon={<Icon aria-hidden="true" className="size-4" />} onPress={() => void copy()}>
      {isCopied ? 'Copied' : 'Link to this moment'}
    </Button>
  )
}
