import { Leftovers, MoveLeftovers } from '../schema/leftover.ts'
import { endpoint } from './endpoint.ts'

export const moveLeftovers = endpoint({
  id: 'moveLeftovers',
  method: 'POST',
  path: '/v1/deliveries/leftovers',
  may: 'change_planning',
  tag: 'Deliveries',
  summary: 'Move what was not delivered on a day to the next working day or another one; what is on its way stays',
  body: MoveLeftovers,
  reply: Leftovers,
  addsNothing: () => true,
  idempotent: true,
})
