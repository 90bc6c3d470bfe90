import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/tracking.ts'
import type { NewSlotHold } from '#domain/schema/slots.ts'
import type { TrackingSlot } from '#domain/schema/tracking.ts'
import type { Deps } from '../../deps.ts'
import type { Recipient } from '../../http/callers/recipient.ts'
import { mount } from '../../http/mount.ts'
import type { PreparingCall } from '../../http/prepare.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { viewFor } from '../tracking/commands.ts'
import { chooseTrackingSlot, findTrackingSlots } from './commands.ts'

type Preparing<B> = Pick<PreparingCall<object, B>, 'body' | 'inTransaction'> & { actor: Recipient }
type When = Pick<NewSlotHold, 'day' | 'start' | 'end'>

/** Lets recipients choose another window on the tracking page. Slots take transactions of their own, before that of the call. */
export function registerTrackingSlots(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  const limit = 'recipients' as const
  mount(app, deps, api.findTrackingSlots, async ({ prepared }) => ({ data: prepared as TrackingSlot[] }), {
    limit,
    prepare: ({ actor, inTransaction }: Preparing<undefined>) => findTrackingSlots(deps, actor, inTransaction),
  })
  mount(app, deps, api.chooseTrackingSlot, ({ trx, actor }) => viewFor(trx, actor, deps.now()), {
    limit,
    prepare: ({ actor, body, inTransaction }: Preparing<When>) =>
      chooseTrackingSlot({ ...deps, reroute }, actor, body, inTransaction),
  })
}
