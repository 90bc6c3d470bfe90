import type { Reply } from '../double-server.ts'

/** How a fake store misbehaves when it is called. */
export const faults = [
  'revoked',
  'no_scope',
  'no_route',
  'too_many',
  'throttled',
  'user_errors',
  'error',
  'timeout',
  'html',
  'half',
] as const
export type Fault = (typeof faults)[number]

type Set = { fault: Fault; times: number; only: string | undefined }

export type Faults = ReturnType<typeof openFaults>

/** Faults on command: the next so many calls, or only those whose path or body contains a text. */
export function openFaults() {
  let sets: Set[] = []
  return {
    fail(fault: Fault, { times = 1, only }: { times?: number; only?: string } = {}) {
      sets.push({ fault, times, only })
    },
    mend() {
      sets = []
    },
    /** The fault of a call, if it has one. */
    next(said: string): Fault | undefined {
      const found = sets.find(({ only }) => only === undefined || said.includes(only))
      if (!found) return undefined
      found.times--
      sets = sets.filter(({ times }) => times > 0)
      return found.fault
    },
  }
}

/** What a call with a fault gets, unless the personality has its own words. Null is silence. */
export const faultReply: Record<Fault, Reply | null> = {
  revoked: { status: 401, body: { errors: '[API] Invalid API key or access token' } },
  no_scope: { status: 403, body: { message: 'The caller does not have permission' } },
  no_route: { status: 404, body: { code: 'rest_no_route', message: 'No route was found', data: { status: 404 } } },
  too_many: { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too many requests' } },
  throttled: { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too many requests' } },
  user_errors: { status: 400, body: { code: 'invalid', message: 'The shop does not like this.' } },
  error: { status: 500, body: 'Internal server error' },
  timeout: null,
  html: { status: 200, body: '<!doctype html><title>Are you a robot?</title>' },
  half: { status: 200, body: { data: { half: 'x'.repeat(200) } }, isCut: true },
}
