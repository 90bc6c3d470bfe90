import { Check } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const moments = ['Packed', 'On its way', 'Two stops away', 'Delivered']
/** How many moments have passed. */
const reached = 3

/** The recipient's tracking page, with sample data. */
export function RecipientView() {
  return (
    <figure className="overflow-hidden rounded-3xl border bg-surface shadow-raised">
      <Street />
      <div className="p-6 sm:p-7">
        <p className="text-sm text-ink-muted">Your delivery arrives between</p>
        <p className="mt-0.5 text-3xl font-semibold tracking-[-0.02em] tabular-nums sm:text-4xl">14:20 and 14:30</p>
        <ol className="mt-6 grid grid-cols-4">
          {moments.map((moment, position) => (
            <Moment
              key={moment}
              name={moment}
              isReached={position < reached}
              isLast={position === moments.length - 1}
            />
          ))}
        </ol>
      </div>
      <figcaption className="border-t bg-ground px-6 py-3 text-[0.8125rem] text-ink-muted sm:px-7">
        Your customer’s view: no app, no login, just their own delivery.
      </figcaption>
    </figure>
  )
}

function Moment({ name, isReached, isLast }: { name: string; isReached: boolean; isLast: boolean }) {
  return (
    <li className="relative pr-2 text-[0.8125rem] leading-snug">
      {!isLast && (
        <span
          aria-hidden="true"
          className={cx('absolute top-3 left-6 h-0.5 w-[calc(100%-1.5rem)]', isReached ? 'bg-brand' : 'bg-line-strong')}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'relative grid size-6 place-items-center rounded-full border-2',
          isReached ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface',
        )}
      >
        {isReached && <Check className="size-3.5" strokeWidth={3} />}
      </span>
      <span className={cx('mt-2 block', isReached ? 'font-medium' : 'text-ink-muted')}>{name}</span>
    </li>
  )
}

/** Streets, the rest of the route, the driver and the recipient's door. Decorative. */
function Street() {
  return (
    <svg aria-hidden="true" viewBox="0 0 520 220" className="block w-full bg-(--map-ground)">
      <g fill="none" stroke="var(--map-line)" strokeLinecap="round">
        <path d="M-10 60H530M-10 160H530M90 -10V230M330 -10V230" strokeWidth="9" />
        <path d="M-10 110H330M210 60V230M430 60V160M150 -10V60M20 60V160M270 160V230" strokeWidth="4" />
      </g>
      <path
        d="M-10 160H90"
        fill="none"
        stroke="var(--control-line)"
        strokeWidth="5"
        strokeDasharray="1 10"
        strokeLinecap="round"
      />
      <path d="M90 160V60H330V160H430" fill="none" stroke="var(--map-casing)" strokeWidth="10" strokeLinejoin="round" />
      <path
        d="M90 160V60H330V160H430"
        fill="none"
        stroke="var(--brand)"
        strokeWidth="5.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {[
        [176, 60],
        [330, 96],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" fill="var(--map-casing)" stroke="var(--brand)" strokeWidth="4" />
      ))}
      <circle cx="90" cy="118" r="22" fill="var(--brand)" opacity="0.22" />
      <circle cx="90" cy="118" r="12" fill="var(--map-casing)" />
      <circle cx="90" cy="118" r="8.5" fill="var(--brand)" />
      <g transform="translate(430 160)">
        <rect
          x="-17"
          y="-17"
          width="34"
          height="34"
          rx="10"
          fill="var(--ink)"
          stroke="var(--map-casing)"
          strokeWidth="3"
        />
        <path d="M-8-1l8-7 8 7v9h-5.500v-6h-5v6H-8z" fill="var(--ground)" />
      </g>
    </svg>
  )
}
