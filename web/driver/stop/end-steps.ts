import type { ComponentType } from 'react'
import type { DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { CashStep } from '../cash/cash-step.tsx'
import { needsProofs, ProofsStep } from '../proof/proofs-step.tsx'
import { ParcelsStep } from './parcels-step.tsx'
import type { StepProps } from './step-props.ts'
import { WhoStep } from './who-step.tsx'

export type EndStep = {
  name: string
  /** Whether this stop asks for it, as far as that is known when the form opens. */
  isNeeded: (stop: DrivenStop, day: DriverDay) => boolean
  step: ComponentType<StepProps>
}

/** What is asked for when a stop ends, in this order. */
export const endSteps: EndStep[] = [
  { name: 'parcels', isNeeded: ({ delivery }) => (delivery?.parcels.length ?? 0) > 0, step: ParcelsStep },
  { name: 'who', isNeeded: () => true, step: WhoStep },
  { name: 'proofs', isNeeded: needsProofs, step: ProofsStep },
  {
    name: 'cash',
    isNeeded: ({ kind, delivery }) => kind !== 'pickup' && (delivery?.cash_amount ?? 0) > 0,
    step: CashStep,
  },
]
