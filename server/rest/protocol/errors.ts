/** An answer other than success, in PostgREST's form. */
export type RestProblem = {
  code: string
  message: string
  details: unknown
  hint: string | null
}

/** The statuses of what the protocol itself refuses. Codes of PostgreSQL are in `sqlstate.ts`. */
const statuses = {
  PGRST000: 503,
  PGRST001: 503,
  PGRST002: 503,
  PGRST003: 504,
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST105: 405,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST114: 400,
  PGRST115: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST118: 400,
  PGRST120: 400,
  PGRST122: 400,
  PGRST123: 400,
  PGRST124: 400,
  PGRST125: 404,
  PGRST127: 400,
  PGRST128: 400,
  PGRST200: 400,
  PGRST201: 300,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
  PGRST301: 401,
  PGRST302: 401,
  PGRST303: 401,
  PGRSTX00: 500,
  // PostgreSQL's, where we find the mistake before PostgreSQL does.
  '22P02': 400,
  '428C9': 400,
  '42P10': 400,
  '42501': 403,
  '42703': 400,
  '42704': 400,
} as const

export type RestCode = keyof typeof statuses

type Also = { details?: unknown; hint?: string | null; status?: number }

/** A request that the data API refuses. `service.ts` writes it. */
export class RestError extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly hint: string | null

  constructor(code: RestCode, message: string, { details = null, hint = null, status = statuses[code] }: Also = {}) {
    super(message)
    this.name = 'RestError'
    this.code = code
    this.status = status
    this.details = details
    this.hint = hint
  }
}

/** A request that asks for more than one statement should do. */
export const tooMuch = (what: string) =>
  new RestError('PGRST100', `The request has ${what}`, { hint: 'Split it into several requests.' })

export const noSuchColumn = (relation: string, column: string, nearest?: string) =>
  new RestError('42703', `column ${relation}.${column} does not exist`, {
    hint: nearest === undefined ? null : `Perhaps you meant to reference the column "${relation}.${nearest}".`,
  })
