import { CircleCheck, MapPin, PenLine } from 'lucide-react'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'

export function ProveScene() {
  const [lines, setLines] = useState<string[]>([])
  const [isDone, setDone] = useState(false)
  const isDrawing = useRef(false)

  const pointOf = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return `${Math.round(((event.clientX - box.left) / box.width) * 320)} ${Math.round(((event.clientY - box.top) / box.height) * 150)}`
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    isDrawing.current = true
    const point = pointOf(event)
    setLines((drawn) => [...drawn, `M${point}`])
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!isDrawing.current) return
    const point = pointOf(event)
    setLines((drawn) => [...drawn.slice(0, -1), `${drawn.at(-1)} L${point}`])
  }
  const startAgain = () => {
    setLines([])
    setDone(false)
  }

  return (
    <div className="grid gap-4 sm:grid-cols-[1.3fr_1fr]">
      <div>
        <svg
          viewBox="0 0 320 150"
          role="img"
          aria-label={lines.length ? 'A signature' : 'An empty signature field'}
          onPointerDown={isDone ? undefined : begin}
          onPointerMove={isDone ? undefined : draw}
          onPointerUp={() => (isDrawing.current = false)}
          className="block w-full touch-none rounded-xl border bg-surface"
        >
          <path d="M24 116H296" stroke="var(--line-strong)" strokeDasharray="2 5" />
          <text x="24" y="136" fontSize="11" fill="var(--ink-muted)">
            Dewi Lestari
          </text>
          <path
            d={lines.join(' ')}
            fill="none"
            stroke="var(--ink)"
            strokeWidth="2.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <div className="mt-3 flex flex-wrap gap-2">
          {isDone ? (
            <PlainButton onClick={startAgain}>Start over</PlainButton>
          ) : (
            <>
              <PlainButton variant="primary" disabled={!lines.length} onClick={() => setDone(true)}>
                Complete delivery
              </PlainButton>
              <PlainButton onClick={() => setLines([signature])}>Sign for me</PlainButton>
            </>
          )}
        </div>
      </div>
      <ul role="status" className="grid content-start gap-3 rounded-xl bg-sunken p-4 text-sm">
        <Fact icon={<PenLine />} isSet={lines.length > 0}>
          {lines.length ? 'Signed by the recipient' : 'Waiting for a signature'}
        </Fact>
        <Fact icon={<MapPin />} isSet>
          At the door, 8 m from the pin
        </Fact>
        <Fact icon={<CircleCheck />} isSet={isDone}>
          {isDone ? 'Delivered at 10:24, sealed in the log' : 'Not delivered yet'}
        </Fact>
      </ul>
    </div>
  )
}

const signature =
  'M40 96 C50 40 74 34 66 80 S58 110 84 84 S104 66 108 88 S130 92 136 72 S150 60 152 86 S190 92 196 60 S214 56 216 88 S250 96 282 74'

function Fact({ icon, isSet, children }: { icon: ReactNode; isSet: boolean; children: string }) {
  return (
    <li className={`flex items-center gap-2.5 ${isSet ? '' : 'text-ink-muted'} [&_svg]:size-4.5 [&_svg]:shrink-0`}>
      <span aria-hidden="true" className={isSet ? 'text-brand-ink' : ''}>
        {icon}
      </span>
      {children}
    </li>
  )
}
