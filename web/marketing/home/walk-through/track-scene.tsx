import { useEffect, useRef, useState } from 'react'
import { depot, routes, StopDot, Town, type Spot } from './town.tsx'

const [route] = routes

type Visit = { number: number; at: Spot; arrival: number }

/** When the driver reaches each stop, in minutes after nine. */
const visits = [14, 37, 58, 84].map((arrival, index): Visit => ({
  number: index + 1,
  at: route.stops[index]!,
  arrival,
}))
const lastMinute = 110

/** As the visitor drags the clock, the driver moves and the range for the next stop narrows. */
export function TrackScene() {
  const [minute, setMinute] = useState(22)
  const next = visits.find(({ arrival }) => arrival > minute)
  return (
    <div>
      <Town label={`Budi at ${clock(minute)}`}>
        <path d={route.path} fill="none" stroke="var(--map-casing)" strokeWidth="8" strokeLinejoin="round" />
        <path d={route.path} fill="none" stroke={route.color} strokeWidth="4.5" strokeLinejoin="round" />
        {visits.map(({ number, at, arrival }) => (
          <StopDot key={number} at={at} number={number} color={arrival <= minute ? '#6b7a76' : route.color} />
        ))}
        <Driver minute={minute} />
      </Town>
      <label className="mt-4 grid grid-cols-[auto_1fr] items-center gap-4 text-sm">
        <span className="font-medium tabular-nums">{clock(minute)}</span>
        <input
          type="range"
          min={0}
          max={lastMinute}
          value={minute}
          aria-label="Time of day"
          aria-valuetext={clock(minute)}
          onChange={(event) => setMinute(Number(event.target.value))}
          className="h-9 w-full accent-(--brand)"
        />
      </label>
      <p role="status" className="mt-2 min-h-11 rounded-lg bg-sunken px-4 py-3 text-sm">
        {next ? sentenceFor(next, minute) : 'All four are delivered. Budi is on his way back.'}
      </p>
    </div>
  )
}

function sentenceFor({ number, arrival }: Visit, minute: number): string {
  const left = arrival - minute
  if (left <= 5) return `To the recipient at stop ${number}: “Your delivery will arrive in about ${left} minutes.”`
  const margin = Math.max(3, Math.round(left / 4))
  return `Budi will reach stop ${number} between ${clock(arrival - margin)} and ${clock(arrival + margin)}.`
}

function Driver({ minute }: { minute: number }) {
  const pathRef = useRef<SVGPathElement>(null)
  const [at, setAt] = useState<Spot>(depot)
  useEffect(() => {
    const path = pathRef.current!
    const point = path.getPointAtLength((path.getTotalLength() * minute) / lastMinute)
    setAt({ x: point.x, y: point.y })
  }, [minute])
  return (
    <>
      <path ref={pathRef} d={route.path} fill="none" />
      <g transform={`translate(${at.x} ${at.y})`}>
        <circle r="17" fill={route.color} opacity="0.25" />
        <circle r="9" fill="var(--map-casing)" />
        <circle r="6" fill={route.color} />
      </g>
    </>
  )
}

function clock(minute: number): string {
  return `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
