import type { Outcomes } from '#domain/schema/outcomes.ts'
import type { Trx } from '../../db/connect.ts'
import { matching, type Filter } from '../deliveries/queries.ts'
import { toOutcomes } from './rules.ts'

/** How the deliveries that match ended, and what their recipients gave. */
export async function readOutcomes(trx: Trx, workspaceId: string, filter: Filter): Promise<Outcomes> {
  const groups = await matching(trx, workspaceId, filter)
    .leftJoin('routes', 'routes.id', 'deliveries.route_id')
    .where('deliveries.status', 'in', ['delivered', 'failed'])
    .select(['deliveries.driver_id', 'routes.vehicle_id', 'deliveries.status'])
    .select(['deliveries.failure_reason', 'deliveries.rating'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['deliveries.driver_id', 'routes.vehicle_id', 'deliveries.status'])
    .groupBy(['deliveries.failure_reason', 'deliveries.rating'])
    .execute()
  return toOutcomes(groups)
}
