import { availableParallelism } from 'node:os'
import type { EngineAnswer } from './answer.ts'
import { watchFor } from './interruption.ts'
import type {
  AskBoardsRequest,
  BoardOpened,
  BoardsAsked,
  Fixes,
  FixRequest,
  Inserted,
  InsertRequest,
  Offers,
  OffersRequest,
  OpenBoardRequest,
  Places,
  PlacesRequest,
  Refusal,
  RehearseRequest,
  Rehearsed,
  Weighed,
  WeighRequest,
} from './protocol.ts'
import { openBoardThreads } from './board-threads.ts'
import { openQuickThread } from './quick-thread.ts'
import type { EngineRequest, Watch } from './request.ts'
import { openReader, type Reader } from './reader.ts'
import { solveTogether } from './solve-together.ts'
import { startThread, type Thread } from './thread.ts'

/** Threads that solve problems, so that nothing else has to wait meanwhile. */
export type Engine = {
  /** How many searches should run at the same time. Whoever asks for them sees to that: none waits here. */
  threads: number
  /** How many run. */
  busy(): number
  read: Reader['read']
  /** Solves one problem. The plan has been checked. */
  solve(request: EngineRequest, watch?: Watch): Promise<EngineAnswer>
  /** Tries what would make room for groups of jobs that a plan leaves out. Ended by `stop`, it gives what it found so far. */
  fix(
    request: Omit<FixRequest, 'kind' | 'stopFlag'>,
    watch: Required<Pick<Watch, 'stop' | 'abandon'>>,
  ): Promise<Fixes['fixes']>
  /** Finds where one more job fits best into a plan. */
  insert(request: Omit<InsertRequest, 'kind'>, abandon: AbortSignal): Promise<Inserted | Refusal>
  /** Finds the cheapest places for one more order in a plan, each on another route. */
  places(request: Omit<PlacesRequest, 'kind'>, workspaceId: string): Promise<Places | Refusal>
  /** Asks every vehicle of a plan about one more order. */
  offers(request: Omit<OffersRequest, 'kind'>, workspaceId: string): Promise<Offers | Refusal>
  /** Calculates variants of a problem, one workspace after the other. */
  weigh(request: Omit<WeighRequest, 'kind'>, workspaceId: string): Promise<Weighed | Refusal>
  /** Keeps a plan ready for questions where one more job would fit. */
  openBoard(request: Omit<OpenBoardRequest, 'kind'>, workspaceId: string): Promise<BoardOpened | Refusal>
  /** Asks plans that are kept ready. */
  askBoards(request: Omit<AskBoardsRequest, 'kind'>, workspaceId: string): Promise<BoardsAsked | Refusal>
  /** Draws days of a plan, one workspace after the other. Ask for parts: others wait behind each. */
  rehearse(request: Omit<RehearseRequest, 'kind'>, workspaceId: string): Promise<Rehearsed>
  stop(): Promise<void>
}

const never = () => new AbortController().signal

/** The threads that a server uses of those that it was given: at least one, at most one for each processor. */
export function withinProcessors(threads: number): number {
  return Math.max(1, Math.min(threads, availableParallelism()))
}

type EngineOptions = {
  /** The next search finds a thread that is already running, from the first search on. */
  keepsSpare?: boolean
  /** The most memory that the tables of one search may take, in each of its threads. */
  memoryBytes?: number
}

export function openEngine(
  threads: number,
  { keepsSpare = false, memoryBytes = Infinity }: EngineOptions = {},
): Engine {
  const reader = openReader(memoryBytes)
  const quick = openQuickThread()
  // Takes seconds, so that quick questions do not wait behind it.
  const weighing = openQuickThread()
  const rehearsing = openQuickThread()
  // Keeps what it was given, so that it does not have to be given again.
  const boards = openBoardThreads()
  const running = new Set<Thread>()
  let spare: Thread | undefined
  let isStopped = false

  const startThreads = (count: number) => {
    const started = Array.from({ length: count }, () => {
      const thread = spare ?? startThread()
      spare = undefined
      running.add(thread)
      return thread
    })
    if (keepsSpare && !isStopped) spare = startThread()
    return started
  }
  const endThreads = async (started: Thread[]) => {
    for (const thread of started) {
      await thread.end()
      running.delete(thread)
    }
  }

  return {
    threads,
    busy: () => running.size,
    read: reader.read,
    async solve(request, watch = {}) {
      const { graceSeconds, stop = never(), abandon = never() } = watch
      const count = request.planMode ? 1 : (request.threads ?? 1)
      abandon.throwIfAborted()
      const started = startThreads(count)
      const overdueSeconds = (request.timeLimitSeconds ?? Infinity) + (graceSeconds ?? Infinity) * count
      const interruption = watchFor({ stop, abandon, overdueSeconds })
      try {
        return await solveTogether(started, { ...request, memoryBytes }, watch, interruption)
      } finally {
        interruption.end()
        await endThreads(started)
      }
    },
    async fix(request, { stop, abandon }) {
      const none = request.groups.map(() => undefined)
      abandon.throwIfAborted()
      const started = startThreads(1)
      const interruption = watchFor({ stop, abandon, overdueSeconds: Infinity })
      try {
        const answer = started[0]!.ask({ kind: 'fix', ...request, stopFlag: interruption.stopFlag })
        return await Promise.race([answer.then(({ fixes }) => fixes), interruption.early.then(() => none)])
      } finally {
        interruption.end()
        await endThreads(started)
      }
    },
    async insert(request, abandon) {
      abandon.throwIfAborted()
      const started = startThreads(1)
      const interruption = watchFor({ stop: never(), abandon, overdueSeconds: Infinity })
      try {
        const answer = started[0]!.ask({ kind: 'insert', ...request })
        // Nothing but the abandonment ends it early, and that rejects.
        return await Promise.race([answer, interruption.early.then(() => answer)])
      } finally {
        interruption.end()
        await endThreads(started)
      }
    },
    places: (request, workspaceId) => quick.ask({ kind: 'places', ...request }, workspaceId),
    offers: (request, workspaceId) => quick.ask({ kind: 'offers', ...request }, workspaceId),
    weigh: (request, workspaceId) => weighing.ask({ kind: 'weigh', ...request }, workspaceId),
    openBoard: boards.open,
    askBoards: boards.ask,
    rehearse: (request, workspaceId) => rehearsing.ask({ kind: 'rehearse', ...request }, workspaceId),
    async stop() {
      isStopped = true
      await Promise.all([
        reader.stop(),
        quick.stop(),
        weighing.stop(),
        rehearsing.stop(),
        boards.stop(),
        spare?.end(),
        ...[...running].map((thread) => thread.end()),
      ])
    },
  }
}
