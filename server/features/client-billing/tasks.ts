import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { priceCharges } from './commands.ts'
import { workspacesToCharge } from './queries.ts'

const priceEverySeconds = 15
const mostWorkspaces = 100

type Needed = Pick<Deps, 'db' | 'report'>

/** Works out what deliveries cost their clients, seconds after they ended. */
export function workOnClientCharges(deps: Deps): void {
  deps.queue.every(priceEverySeconds, () => chargeClients(deps))
}

/** Prices all that waits. */
export async function chargeClients({ db, report }: Needed): Promise<void> {
  for (const workspaceId of await workspacesToCharge(db, mostWorkspaces)) {
    try {
      while ((await again(() => inWorkspace(db, workspaceId, (trx) => priceCharges(trx, workspaceId)))) > 0);
    } catch (error) {
      report(error, 'charging clients')
    }
  }
}
