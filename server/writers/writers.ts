import { AppError, type ErrorCode } from '#domain/errors.ts'
import { AddressChange, NewAddress } from '#domain/schema/address.ts'
import { ClientChange, NewClient } from '#domain/schema/client.ts'
import { DeliveryChange, NewDelivery, type Delivery } from '#domain/schema/delivery.ts'
import { DepotChange, NewDepot } from '#domain/schema/depot.ts'
import { DriverChange, NewDriver } from '#domain/schema/driver.ts'
import { NewVehicle, VehicleChange } from '#domain/schema/vehicle.ts'
import { WorkspaceChange } from '#domain/schema/workspace.ts'
import type { Deps } from '../deps.ts'
import * as addresses from '../features/addresses/commands.ts'
import * as clients from '../features/clients/commands.ts'
import { changeInBulk } from '../features/bulk/commands.ts'
import * as deliveries from '../features/deliveries/commands.ts'
import * as depots from '../features/depots/commands.ts'
import * as drivers from '../features/drivers/commands.ts'
import * as vehicles from '../features/vehicles/commands.ts'
import { rerouting } from '../features/plan-changes/endpoints.ts'
import { updateWorkspace } from '../features/workspace/commands.ts'
import { anySeen } from '../http/if-match.ts'
import { locateDeliveries } from '../queue/tasks.ts'
import { isProgram } from '../http/callers/actor.ts'
import type { WorkspaceActor } from '../http/callers/wire.ts'
import type { WriteCall, Writer, Writers } from '../rest/write/writer.ts'

/**
 * What of `/rest/v1` can be written, and by which command. A view that is not here, or has no such command, is read only:
 * plans are calculated, routes and stops follow from them, and history is history.
 */
export function dataWriters(deps: Deps): Writers {
  const { now } = deps
  const reroute = rerouting(deps)
  const quotas = () => ({ limits: deps.config.quotas, now: now() })
  const sourceOf = (actor: WorkspaceActor) => (isProgram(actor) ? 'api' : 'manual')
  /** Lets the geocoder look up what the address book does not know, as in `/v1`. */
  const lookedUp = async ({ trx, actor }: WriteCall, { id, delivery_location, location_search }: Delivery) => {
    const isKnown = delivery_location || location_search || !deps.geocoder
    if (!isKnown) await deps.queue.add(trx, locateDeliveries, { workspaceId: actor.workspaceId })
    return id
  }
  return {
    deliveries: writer({
      may: 'change_deliveries',
      create: {
        input: NewDelivery,
        run: async (call, input: NewDelivery) =>
          lookedUp(call, await deliveries.createDelivery(call.trx, call.actor, sourceOf(call.actor), input, quotas())),
      },
      change: {
        input: DeliveryChange,
        run: async (call, id, change: DeliveryChange) =>
          lookedUp(call, await deliveries.changeDelivery(call.trx, call.actor, id, change, anySeen(), now(), reroute)),
      },
      async remove({ trx, actor }, ids) {
        const { refused } = await changeInBulk(trx, actor, { ids, change: { deleted: true } }, now(), reroute)
        const [first] = refused
        if (first)
          throw new AppError(first.code as ErrorCode, { detail: `${first.number ?? first.id}: ${first.reason}` })
      },
      conflicts: ['reference'],
      uniqueWith: ['client_id'],
      uniqueWithin: (actor) => ({ source: sourceOf(actor) }),
    }),
    drivers: writer({
      may: 'change_fleet',
      create: {
        input: NewDriver,
        run: async ({ trx, actor }, input: NewDriver) => (await drivers.createDriver(trx, actor, input, now())).id,
      },
      change: {
        input: DriverChange,
        run: ({ trx, actor }, id, change: DriverChange) =>
          drivers.changeDriver(trx, actor, id, change, anySeen(), now()),
      },
    }),
    vehicles: writer({
      may: 'change_fleet',
      create: {
        input: NewVehicle,
        run: async ({ trx, actor }, input: NewVehicle) => (await vehicles.createVehicle(trx, actor, input, now())).id,
      },
      change: {
        input: VehicleChange,
        run: ({ trx, actor }, id, change: VehicleChange) =>
          vehicles.changeVehicle(trx, actor, id, change, anySeen(), now()),
      },
      conflicts: ['code'],
    }),
    depots: writer({
      may: 'change_fleet',
      create: {
        input: NewDepot,
        run: async ({ trx, actor }, input: NewDepot) => (await depots.createDepot(trx, actor, input, now())).id,
      },
      change: {
        input: DepotChange,
        run: ({ trx, actor }, id, change: DepotChange) => depots.changeDepot(trx, actor, id, change, anySeen(), now()),
      },
    }),
    clients: writer({
      may: 'change_deliveries',
      create: {
        input: NewClient,
        run: async ({ trx, actor }, input: NewClient) => (await clients.createClient(trx, actor, input, now())).id,
      },
      change: {
        input: ClientChange,
        run: ({ trx, actor }, id, change: ClientChange) =>
          clients.changeClient(trx, actor, id, change, anySeen(), now()),
      },
      conflicts: ['name'],
    }),
    addresses: writer({
      may: 'change_deliveries',
      create: {
        input: NewAddress,
        run: async ({ trx, actor }, input: NewAddress) => (await addresses.createAddress(trx, actor, input, now())).id,
      },
      change: {
        input: AddressChange,
        run: ({ trx, actor }, id, change: AddressChange) =>
          addresses.changeAddress(trx, actor, id, change, anySeen(), now()),
      },
      async remove({ trx, actor }, ids) {
        for (const id of ids) await addresses.deleteAddress(trx, actor, id, anySeen(), now())
      },
    }),
    workspaces: writer({
      may: 'manage_workspace',
      change: {
        input: WorkspaceChange,
        run: ({ trx, actor }, _id, change: WorkspaceChange) => updateWorkspace(trx, actor, change, anySeen(), now()),
      },
    }),
  }
}

/** A writer whose commands take what their schemas give. */
type Typed<C, U> = Omit<Writer, 'create' | 'change'> & {
  create?: { input: NonNullable<Writer['create']>['input']; run(call: WriteCall, input: C): Promise<string> }
  change?: {
    input: NonNullable<Writer['change']>['input']
    run(call: WriteCall, id: string, change: U): Promise<unknown>
  }
}
const writer = <C, U>(typed: Typed<C, U>) => typed as Writer
