import { z } from 'zod'
import { getPlan } from '../features/planning/queries.ts'
import type { KartaFunction } from './function.ts'
import { check } from './read-body.ts'

const Input = z.strictObject({ plan_id: z.uuid() })

/** Why deliveries are on no route of a plan, and the smallest change that would help: alone, and for all with one reason. */
export const explainPlan: KartaFunction = {
  name: 'explain-plan',
  may: 'see_operations',
  seconds: 10,
  bodyBytes: 64 * 1024,
  async run({ deps, input, inTransaction }) {
    const { plan_id } = check(Input, await input())
    const plan = await inTransaction((trx, actor) => getPlan(trx, actor.workspaceId, plan_id, deps.now()))
    const { id, day, state, unassigned, unassigned_groups, unused_drivers, unassigned_changes } = plan
    return {
      plan_id: id,
      day,
      state,
      unassigned,
      groups: unassigned_groups,
      unused_drivers,
      changes: unassigned_changes,
    }
  },
}
