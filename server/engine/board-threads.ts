import type { AskBoardsRequest, BoardOpened, BoardsAsked, OpenBoardRequest, Refusal } from './protocol.ts'
import { openQuickThread } from './quick-thread.ts'

/** With two, days are made ready at the same time while somebody waits for the first answer. */
export const boardThreads = 2
/** Of so many boards it is known which thread keeps them. One that is forgotten counts as lost, and is opened again. */
const mostKnown = 10_000

/** Threads that keep boards, each its own. */
export type BoardThreads = {
  open(request: Omit<OpenBoardRequest, 'kind'>, workspaceId: string): Promise<BoardOpened | Refusal>
  ask(request: Omit<AskBoardsRequest, 'kind'>, workspaceId: string): Promise<BoardsAsked | Refusal>
  stop(): Promise<void>
}

export function openBoardThreads(): BoardThreads {
  const threads = Array.from({ length: boardThreads }, openQuickThread)
  /** Which thread has a board, those opened last at the end. */
  const places = new Map<string, number>()
  let opened = 0

  /** A board stays where the one was that it takes the place of. */
  function placeFor({ key, replaces }: Pick<OpenBoardRequest, 'key' | 'replaces'>): number {
    const before = replaces === undefined ? undefined : places.get(replaces)
    if (replaces !== undefined) places.delete(replaces)
    const place = before ?? opened++ % threads.length
    places.set(key, place)
    if (places.size > mostKnown) places.delete(places.keys().next().value!)
    return place
  }

  return {
    open: (request, workspaceId) => threads[placeFor(request)]!.ask({ kind: 'open_board', ...request }, workspaceId),
    async ask({ asks }, workspaceId) {
      const answers: BoardsAsked['answers'] = asks.map(() => null)
      const parts = threads.map((thread, place) => ({
        thread,
        at: [...asks.keys()].filter((index) => places.get(asks[index]!.key) === place),
      }))
      const askOf = async ({ thread, at }: (typeof parts)[number]) => {
        if (!at.length) return undefined
        const reply = await thread.ask({ kind: 'ask_boards', asks: at.map((index) => asks[index]!) }, workspaceId)
        if (reply.kind === 'refused') return reply
        for (const [i, index] of at.entries()) answers[index] = reply.answers[i]!
        return undefined
      }
      const refused = (await Promise.all(parts.map(askOf))).find((reply) => reply !== undefined)
      return refused ?? { kind: 'boards_asked', answers }
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}
