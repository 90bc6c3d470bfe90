import type { Tracking } from '#domain/schema/tracking.ts'

/** The link opens nothing any more. */
export class LinkEnded extends Error {}

/**
 * Reads what the recipient sees.
 * @throws LinkEnded, TypeError without a connection
 */
export const readTracking = (token: string): Promise<Tracking> =>
  ask<Tracking>(`/v1/tracking/${token}`, { method: 'GET' })

/** A refusal of the server, with its code. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Calls the server as whoever has the link: without cookies and without a session. */
export async function ask<T>(path: string, { method, body }: { method: string; body?: object }): Promise<T> {
  const reply = await fetch(path, {
    method,
    credentials: 'omit',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (reply.ok) return (reply.status === 204 ? undefined : await reply.json()) as T
  const problem = (await reply.json().catch(() => ({}))) as { code?: string }
  if (problem.code === 'tracking_link_ended') throw new LinkEnded()
  throw new Refused(problem.code ?? String(reply.status))
}
