import { z } from 'zod'

/** One kind of background work: what it carries and how it is tried again. */
export type Task<P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  /** Attempts after the first, when a worker fails or dies. */
  retries: number
  /** A worker that has not shown life for this long is taken for dead; at least 10. */
  heartbeatSeconds: number
  /** Longest run of one attempt. */
  expireSeconds: number
}

const task = <P extends z.ZodType>(declaration: Task<P>): Task<P> => declaration

/** Calculates the routes of a plan. */
export const optimisePlan = task({
  name: 'optimise-plan',
  payload: z.object({ workspaceId: z.uuid(), planId: z.uuid() }),
  retries: 3,
  heartbeatSeconds: 10,
  expireSeconds: 600,
})

export const allTasks: Task[] = [optimisePlan]
