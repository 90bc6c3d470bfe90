import { parcelCode } from '#domain/parcel-code.ts'
import { Actions } from '../ui/actions.tsx'
import { Choice, Part } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { StepProps } from './step-props.ts'

const states = ['delivered', 'refused', 'damaged', 'missing'] as const

/** Each parcel by itself. Most go well, so that is what is said unless the driver says otherwise. */
export function ParcelsStep({ stop, draft, change, next, nextLabel }: StepProps) {
  const { say } = useWords()
  const delivery = stop.delivery!
  return (
    <>
      {delivery.parcels.map((parcel, index) => (
        <Part
          key={index}
          title={
            <>
              <bdi>{parcelCode(delivery, index)}</bdi> {parcel.description}
            </>
          }
        >
          <div className="grid gap-1">
            <Choice
              isRow
              label={say('stop.parcel', { number: index + 1 })}
              options={states.map((state) => ({ value: state, label: say(`parcel.${state}`) }))}
              value={draft.parcels[index]?.state ?? 'delivered'}
              onChange={(state) =>
                change({ parcels: draft.parcels.map((each) => (each.index === index ? { ...each, state } : each)) })
              }
            />
          </div>
        </Part>
      ))}
      <Actions>
        <Press look="primary" isLarge onClick={next}>
          {nextLabel}
        </Press>
      </Actions>
    </>
  )
}
