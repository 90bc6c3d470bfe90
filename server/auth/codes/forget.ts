import { inAuthScope } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { forgetOldFlows } from '../flow-states.ts'
import { forgetOldTokens } from './one-time-tokens.ts'
import { forgetOldSendings } from './sendings.ts'

/** Removes codes, links and flows that nobody came back for, and notes of what was sent that no limit looks at. */
export function forgetCodes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  return inAuthScope(db, async (trx) => {
    await forgetOldTokens(trx, now())
    await forgetOldSendings(trx, now())
    await forgetOldFlows(trx, now())
  })
}
