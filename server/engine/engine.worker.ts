import { parentPort } from 'node:worker_threads'
import { drawDays } from '#domain/rehearsal/draw.ts'
import { offersFor, SolverInputError } from '#solver/index.ts'
import { findPlaces } from './find-places.ts'
import { fixGroups } from './fix-groups.ts'
import { insertOrder } from './insert-order.ts'
import { askBoards, keepBoard } from './keep-boards.ts'
import type { ThreadMessage, ThreadRequest } from './protocol.ts'
import { readProblem } from './read-problem.ts'
import { giveWay } from './give-way.ts'
import { refusalOf } from './refusal.ts'
import { solveProblem } from './solve-problem.ts'
import { weigh } from './weigh.ts'

function answer(request: ThreadRequest): ThreadMessage {
  switch (request.kind) {
    case 'read':
      return readProblem(request)
    case 'solve':
      giveWay(request.timeLimitSeconds)
      return solveProblem(request, tell)
    case 'fix':
      return fixGroups(request)
    case 'insert':
      return insertOrder(request)
    case 'places':
      return findPlaces(request)
    case 'offers':
      return { kind: 'offers', offers: offersFor(request.problem, request.plan, request.order, request.own) }
    case 'weigh':
      return weigh(request)
    case 'open_board':
      return keepBoard(request)
    case 'ask_boards':
      return askBoards(request)
    case 'rehearse':
      return { kind: 'rehearsed', tally: drawDays(request.day, request.past, request) }
  }
}

const tell = (message: ThreadMessage) => parentPort!.postMessage(message)

// The server loads this file too, so that its threads find it compiled.
parentPort?.on('message', (request: ThreadRequest) => {
  try {
    tell(answer(request))
  } catch (error) {
    if (!(error instanceof SolverInputError)) throw error
    tell(refusalOf(error))
  }
})
