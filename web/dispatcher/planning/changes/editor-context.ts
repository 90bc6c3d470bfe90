import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PlanChange, PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { Plan, Route, Stop, Unassigned } from '#domain/schema/plan.ts'
import type { Proposal } from './proposals.ts'
import type { WantedOrder } from './use-order.ts'

/** A delivery that is on no route, as far as a person needs to know it. */
export type InsertedDelivery = Pick<
  Unassigned,
  'delivery_id' | 'delivery_number' | 'recipient_name' | 'delivery_address'
>

/** A question that has to be answered before a change is known. */
export type Question =
  | { kind: 'move'; stops: readonly Stop[]; withPlace: boolean }
  | { kind: 'after'; route: Route; stops: readonly Stop[] }
  | { kind: 'driver' | 'vehicle' | 'swap' | 'merge' | 'split'; route: Route }
  | { kind: 'new driver'; route: Route; stop: Stop }
  | { kind: 'status'; stops: readonly Stop[] }
  | { kind: 'insert'; deliveries: readonly InsertedDelivery[] }
  | { kind: 'history' | 'shortcuts' }

export type Editor = {
  /** Whether the person may change this plan in its state, and sees it as it will be. */
  isOn: boolean
  /** Whether the person may change this plan in its state, whatever is shown. */
  isAllowed: boolean
  /** The plan as it will be, with the changes that are not published. */
  plan: Plan | undefined
  /** Whether the board shows what drivers see instead. */
  isPublishedShown: boolean
  showPublished: (isShown: boolean) => void
  /** Routes with changes that drivers do not see yet. */
  unpublishedRoutes: ReadonlySet<string>
  /** The selected stops and unassigned deliveries, by id. */
  selected: ReadonlySet<string>
  select: (ids: Iterable<string>) => void
  /** What is about to be done, and what it would change. */
  proposal: Proposal | null
  tried: UseQueryResult<PlanChangeResult>
  failure: unknown
  isMaking: boolean
  /** Shows what a change does, and asks. */
  propose: (proposal: Proposal) => void
  confirm: () => void
  drop: () => void
  /** Makes a change at once if it does no harm, and otherwise asks. */
  doSmall: (proposal: Proposal) => Promise<void>
  /** Makes a change whose effect the person has seen. A refusal is shown with it, to try again. */
  doKnown: (proposal: Proposal, onMade: () => void) => Promise<void>
  wanted: WantedOrder | null
  step: (route: Route, ids: ReadonlySet<string>, direction: 'up' | 'down') => void
  putInOrder: (route: Route, stopIds: string[]) => void
  undo: () => void
  redo: () => void
  /** Takes back all changes down to this one. */
  undoTo: (id: string) => Promise<void>
  takeBack: (change: Pick<PlanChange, 'id'>) => Promise<boolean>
  isTakingBack: boolean
  question: Question | null
  ask: (question: Question | null) => void
  /** What a screen reader is told. */
  news: string
}

export const EditorContext = createContext<Editor | null>(null)

/** What edits the plan that is shown. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('Plans are edited inside PlanEditing.')
  return editor
}
