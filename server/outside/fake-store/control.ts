import type { Received, Reply } from '../double-server.ts'
import type { Fault, Faults } from './faults.ts'
import type { FakeHooks, HookMood } from './hooks.ts'
import type { FakeOrder, FakeState } from './state.ts'

type Command = {
  /** Places an order, as a customer would. */
  place?: Parameters<FakeState['place']>[0]
  change?: { id: string; patch: Partial<FakeOrder> }
  cancel?: string
  refund?: { id: string; sku: string; quantity: number }
  fail?: { fault: Fault; times?: number; only?: string }
  mend?: true
  mood?: HookMood
  /** Sends the webhooks that were late. */
  release?: true
}

/** Does what a command says, and tells about it by webhook as the store would. */
export async function control(
  call: Received,
  { state, faults, hooks }: { state: FakeState; faults: Faults; hooks: FakeHooks },
): Promise<Reply> {
  const command = JSON.parse(call.body || '{}') as Command
  if (command.fail) faults.fail(command.fail.fault, command.fail)
  if (command.mend) faults.mend()
  if (command.mood) hooks.mood = command.mood
  const statuses = command.release ? await hooks.release() : []
  if (command.place) {
    const order = state.place(command.place)
    return { status: 200, body: { order, statuses: await hooks.emit('created', order) } }
  }
  const { change, cancel, refund } = command
  if (change) return told(hooks, state.change(change.id, change.patch), 'updated')
  if (refund) return told(hooks, state.refund(refund.id, refund.sku, refund.quantity), 'updated')
  if (cancel) return told(hooks, state.cancel(cancel), 'canceled')
  return { status: 200, body: { statuses } }
}

async function told(hooks: FakeHooks, order: FakeOrder, happening: 'updated' | 'canceled'): Promise<Reply> {
  return { status: 200, body: { order, statuses: await hooks.emit(happening, order) } }
}
