import { CircleCheck, CircleX, Clock, DoorOpen, PencilLine, RotateCcw, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { isCorrectable, nextByHand, type DeliveryState, type StatusByHand } from '#domain/delivery-state.ts'
import { MenuItem, MenuSection } from '#web/ui/menu.tsx'
import { stepLabel } from './status-words.ts'

type StepItemsProps = {
  next: readonly StatusByHand[]
  /** It happened just now. */
  onStep: (status: Exclude<StatusByHand, 'failed'>) => void
  /** There is more to be said, such as when it happened or why it failed. */
  onAsk: (status?: StatusByHand) => void
}

const icons: Record<StatusByHand, ReactNode> = {
  in_transit: <Truck />,
  arrived: <DoorOpen />,
  delivered: <CircleCheck />,
  failed: <CircleX />,
}

/** What can be said to have happened, as items of a menu. */
export function StepItems({ next, onStep, onAsk }: StepItemsProps) {
  return (
    <MenuSection title="Set status">
      {next.map((status) => (
        <MenuItem
          key={status}
          icon={icons[status]}
          onAction={() => (status === 'failed' ? onAsk('failed') : onStep(status))}
        >
          {stepLabel(status)}
        </MenuItem>
      ))}
      <MenuItem icon={<Clock />} onAction={() => onAsk()}>
        At another time…
      </MenuItem>
    </MenuSection>
  )
}

type StatusItemsProps = Omit<StepItemsProps, 'next'> & {
  status: DeliveryState
  onCorrect: () => void
  onTryAgain: () => void
}

/** Whether anything can be said about a delivery in this state. */
export const hasStatusItems = (status: DeliveryState) => nextByHand(status).length > 0 || isCorrectable(status)

/** What can be said about one delivery: what happened next, or that something was wrong. */
export function StatusItems({ status, onCorrect, onTryAgain, ...steps }: StatusItemsProps) {
  const next = nextByHand(status)
  return (
    <>
      {next.length > 0 && <StepItems next={next} {...steps} />}
      {status === 'failed' && (
        <MenuItem icon={<RotateCcw />} onAction={onTryAgain}>
          Try again
        </MenuItem>
      )}
      {isCorrectable(status) && (
        <MenuItem icon={<PencilLine />} onAction={onCorrect}>
          Correct status…
        </MenuItem>
      )}
    </>
  )
}
