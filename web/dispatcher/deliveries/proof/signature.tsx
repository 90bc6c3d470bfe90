import type { DeliveryProof } from '#domain/schema/proof.ts'
import { Flags } from './flags.tsx'
import { Photo } from './photo.tsx'
import { PlaceLine } from './place-line.tsx'

/** A signature as the pen went, or its image where the lines are no longer kept. */
export function Signature({ proof }: { proof: DeliveryProof }) {
  const { strokes, name, photo, flags } = proof
  const signed = name ? `Signature of ${name}` : 'Signature'
  return (
    <section aria-label={signed} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {signed}
        <Flags flags={flags} />
      </h3>
      {strokes ? (
        <svg
          role="img"
          aria-label={signed}
          viewBox="-20 -20 1040 540"
          preserveAspectRatio="xMidYMid meet"
          className="h-40 w-full rounded-xl border bg-surface text-ink"
        >
          {strokes.map((stroke, at) => (
            <polyline
              key={at}
              points={stroke.map(([x = 0, y = 0]) => `${x},${y / 2}`).join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={7}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ))}
        </svg>
      ) : (
        photo && <Photo photo={photo} label={signed} className="h-40 w-full rounded-xl border bg-white" isWhole />
      )}
      <PlaceLine of={proof} />
    </section>
  )
}
