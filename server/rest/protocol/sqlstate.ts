/** The status of an error of PostgreSQL, by the beginning of its code; the longest beginning counts. */
const statuses: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  // A statement that was cut, because it would have run too long. It is no fault of the server, and no use to repeat.
  '57014': 504,
  '57P01': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
}

export function statusOfState(code: string): number {
  const raised = /^PT([1-5]\d\d)$/.exec(code)
  if (raised) return Number(raised[1])
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400
}

export const isState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
