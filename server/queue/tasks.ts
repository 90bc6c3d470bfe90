import { z } from 'zod'
import { ShopPlatform } from '#domain/schema/integration.ts'

/** One kind of background work: what it carries and how it is tried again. */
export type Task<P extends z.ZodType = z.ZodType> = {
  name: string
  /** What Karta 0.1.0 called it, if that was something else: tasks it left behind are taken over. */
  formerName?: string
  payload: P
  /** Attempts after the first, when a worker fails or dies. */
  retries: number
  /** Pause before another attempt, doubled after each one up to an hour; 1 second each time unless given. */
  backOffSeconds?: number
  /** A worker that has not shown life for this long is taken for dead; at least 10. */
  heartbeatSeconds: number
  /** Longest run of one attempt. */
  expireSeconds: number
}

const task = <P extends z.ZodType>(declaration: Task<P>): Task<P> => declaration

/** Calculates the routes of a plan. */
export const optimizePlan = task({
  name: 'optimize-plan',
  formerName: 'optimise-plan',
  payload: z.object({ workspaceId: z.uuid(), planId: z.uuid() }),
  retries: 3,
  heartbeatSeconds: 10,
  expireSeconds: 600,
})

/**
 * A turn at solving one of the problems that programs sent: which one, is decided when it comes up. Whoever has the
 * ticket keeps the problem until it ends, also through the next attempt.
 */
export const runOperation = task({
  name: 'run-operation',
  payload: z.object({ ticket: z.uuid() }),
  retries: 3,
  heartbeatSeconds: 10,
  expireSeconds: 3600,
})

/** Hands a mail to the mail server; the attempts span about half a day. */
export const deliverMail = task({
  name: 'deliver-mail',
  payload: z.object({ mailId: z.uuid() }),
  retries: 15,
  backOffSeconds: 60,
  heartbeatSeconds: 10,
  expireSeconds: 120,
})

/** Turns what a shop gave into a checked connection. */
export const connectShop = task({
  name: 'connect-shop',
  payload: z.object({ workspaceId: z.uuid(), platform: ShopPlatform, attemptId: z.uuid() }),
  retries: 2,
  heartbeatSeconds: 10,
  expireSeconds: 60,
})

export const allTasks: Task[] = [optimizePlan, runOperation, deliverMail, connectShop]
