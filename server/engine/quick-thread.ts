import { openLine } from './line.ts'
import type { AnswerTo, ThreadRequest } from './protocol.ts'
import { startThread, type Thread } from './thread.ts'

/** A thread for questions that take milliseconds: starting one for each would take longer than the answer. */
export type QuickThread = {
  /** Answers one after the other, in turns by workspace. */
  ask<R extends ThreadRequest>(request: R, workspaceId: string): Promise<AnswerTo<R>>
  stop(): Promise<void>
}

export function openQuickThread(): QuickThread {
  let thread: Thread | undefined
  const line = openLine()
  const end = async () => {
    const ending = thread
    thread = undefined
    await ending?.end()
  }
  return {
    ask: (request, workspaceId) =>
      line(workspaceId, async () => {
        thread ??= startThread()
        try {
          return await thread.ask(request)
        } catch (error) {
          await end()
          throw error
        }
      }),
    stop: () => line('', end),
  }
}
