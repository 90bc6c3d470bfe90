import { createHash, randomBytes } from 'node:crypto'
import type { DriverCode } from '#domain/schema/invitation.ts'

export type CodeRow = Omit<DriverCode, 'state' | 'made_by'> & { made_by_name: string; withdrawn_at: string | null }

export const codeMinutes = 5
/** More than a driver with an odd phone needs. */
export const mostCodesPerHour = 20

/** The row as `/v1` shows it. */
export function codeOf({ made_by_name, withdrawn_at, ...row }: CodeRow, now: Date): DriverCode {
  const ended = withdrawn_at ? 'withdrawn' : new Date(row.expires_at) <= now ? 'expired' : 'open'
  return { ...row, made_by: made_by_name, state: row.used_at ? 'used' : ended }
}

export const newCode = () => randomBytes(18).toString('base64url')
export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Behind the #, a code reaches no server, log or referrer. */
export const codeLink = (publicUrl: string, code: string) => `${publicUrl}/join#${code}`
