import { makeFinder, makeTimer, type VroomInput } from '#solver/index.ts'
import {
  makeDropBoard,
  type DropAnswer,
  type DropBoard,
  type DropMark,
  type DropQuestion,
} from '#domain/drop/drop-board.ts'
import type { Dragged } from '#domain/drop/drop-edits.ts'
import { makeDropDay } from '#domain/drop/drop-effect.ts'
import type { DropRoute } from '#domain/drop/drop-plan.ts'
import type { PlanProblem } from '#domain/schema/plan-problem.ts'
import { putTravel } from '#domain/travel/put-travel.ts'
import { unpackTravel } from '#domain/travel/wire.ts'

/** What the page tells this worker, and asks it. Each question has a number, which its answer repeats. */
export type DropRequest =
  | { type: 'problem'; problem: PlanProblem; travel: ArrayBuffer | null; midnight: number }
  /** The routes that have changed, and the ids of all, in their order. */
  | { type: 'routes'; changed: DropRoute[]; ids: string[] }
  | { type: 'ask'; number: number; dragged: Dragged; target: DropQuestion; now: number }
  | { type: 'marks'; number: number; dragged: Dragged; now: number }

/** What it replies; `isExact` says whether it drives as the plan does. */
export type DropReply =
  | { type: 'ready' }
  | { type: 'answer'; number: number; answer: DropAnswer }
  | { type: 'marks'; number: number; marks: DropMark[] }

let held:
  | { problem: PlanProblem; midnight: number; time: ReturnType<typeof makeTimer>; find: ReturnType<typeof makeFinder> }
  | undefined
let routes = new Map<string, DropRoute>()
/** The board as it is, until a route or the problem changes, or half a minute has passed. */
let board: { at: number; board: DropBoard } | undefined

const freshMilliseconds = 30_000

function boardAt(now: number): DropBoard | undefined {
  if (!held) return undefined
  if (board && Math.abs(now - board.at) < freshMilliseconds) return board.board
  const { problem, midnight, time, find } = held
  const day = makeDropDay(problem, [...routes.values()], time, { midnight, now })
  board = { at: now, board: makeDropBoard(day, find) }
  return board.board
}

function take(request: DropRequest): DropReply | undefined {
  switch (request.type) {
    case 'problem': {
      const { problem, midnight, travel } = request
      const tables = travel && unpackTravel(travel)
      const straight = problem.problem as VroomInput
      held = {
        problem,
        midnight,
        time: makeTimer(putTravel(straight, tables, { isByHand: true })),
        find: makeFinder(putTravel(straight, tables)),
      }
      board = undefined
      return { type: 'ready' }
    }
    case 'routes': {
      for (const route of request.changed) routes.set(route.id, route)
      routes = new Map(request.ids.flatMap((id) => (routes.has(id) ? [[id, routes.get(id)!] as const] : [])))
      board = undefined
      return undefined
    }
    case 'ask': {
      const { number, dragged, target, now } = request
      return { type: 'answer', number, answer: boardAt(now)?.ask(dragged, target) ?? { kind: 'unknown' } }
    }
    case 'marks': {
      const { number, dragged, now } = request
      return { type: 'marks', number, marks: boardAt(now)?.marks(dragged) ?? [] }
    }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<DropRequest>) => {
  const reply = take(data)
  if (reply) self.postMessage(reply)
})
