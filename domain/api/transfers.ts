import { z } from 'zod'
import {
  NewTransfer,
  Transfer,
  TransferAnswer,
  TransferArrival,
  TransferChange,
  TransferDeliveries,
  TransferDeparture,
  TransferGroup,
  TransferItemPage,
  TransferPage,
  transferStates,
} from '../schema/transfer.ts'
import { Day, Instant } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Transfers'

export const listTransfers = endpoint({
  id: 'listTransfers',
  method: 'GET',
  path: '/v1/transfers',
  may: 'see_operations',
  tag,
  summary: 'List transfers between depots, those that leave first first',
  query: z.strictObject({
    day: Day.optional().describe('Those that are on the way on this day: they leave, or are expected, on it'),
    state: z.enum(transferStates).optional(),
    from_depot_id: z.uuid().optional(),
    to_depot_id: z.uuid().optional(),
    driver_id: z.uuid().optional(),
    ...pageQuery,
  }),
  reply: TransferPage,
})

export const listTransferGroups = endpoint({
  id: 'listTransferGroups',
  method: 'GET',
  path: '/v1/transfer-groups',
  may: 'see_operations',
  tag,
  summary: 'What is at one depot and has to be delivered from another on a day, by pair of depots',
  query: z.strictObject({ day: Day }),
  reply: z.object({ data: z.array(TransferGroup) }),
})

export const getTransfer = endpoint({
  id: 'getTransfer',
  method: 'GET',
  path: '/v1/transfers/:id',
  may: 'see_operations',
  tag,
  summary: 'One transfer',
  params: idParams,
  reply: Transfer,
  record: 'shown',
})

export const listTransferDeliveries = endpoint({
  id: 'listTransferDeliveries',
  method: 'GET',
  path: '/v1/transfers/:id/deliveries',
  may: 'see_operations',
  tag,
  summary: 'The deliveries of a transfer by number, with what is to be counted',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: TransferItemPage,
})

export const createTransfer = endpoint({
  id: 'createTransfer',
  method: 'POST',
  path: '/v1/transfers',
  may: 'change_planning',
  tag,
  summary: 'Plan a transfer from one depot to another, with deliveries at once',
  body: NewTransfer,
  reply: TransferAnswer,
  status: 201,
  idempotent: true,
  record: 'shown',
  recordIn: 'transfer',
})

export const changeTransfer = endpoint({
  id: 'changeTransfer',
  method: 'PATCH',
  path: '/v1/transfers/:id',
  may: 'change_planning',
  tag,
  summary: 'Change a transfer, or say that it comes later or sooner',
  params: idParams,
  body: TransferChange,
  reply: Transfer,
  record: 'changed',
})

const onto = (id: string, path: string, summary: string) =>
  endpoint({
    id,
    method: 'POST',
    path: `/v1/transfers/:id/${path}`,
    may: 'change_planning',
    tag,
    summary,
    params: idParams,
    body: TransferDeliveries,
    reply: TransferAnswer,
    record: 'changed',
    recordIn: 'transfer',
    addsNothing: () => true,
  })

export const addToTransfer = onto(
  'addToTransfer',
  'deliveries',
  'Put deliveries on a transfer, with an answer for each',
)
export const removeFromTransfer = onto(
  'removeFromTransfer',
  'deliveries/remove',
  'Take deliveries off a transfer, with an answer for each',
)

export const departTransfer = endpoint({
  id: 'departTransfer',
  method: 'POST',
  path: '/v1/transfers/:id/depart',
  may: 'change_planning',
  tag,
  summary: 'Say that a transfer left, with the parcels that are on board',
  params: idParams,
  body: TransferDeparture,
  reply: Transfer,
  record: 'changed',
  addsNothing: () => true,
})

export const arriveTransfer = endpoint({
  id: 'arriveTransfer',
  method: 'POST',
  path: '/v1/transfers/:id/arrive',
  may: 'change_planning',
  tag,
  summary: 'Say that a transfer arrived, with the parcels that are there; again for what is found later',
  params: idParams,
  body: TransferArrival,
  reply: Transfer,
  record: 'changed',
  addsNothing: () => true,
})

export const cancelTransfer = endpoint({
  id: 'cancelTransfer',
  method: 'POST',
  path: '/v1/transfers/:id/cancel',
  may: 'change_planning',
  tag,
  summary: 'Cancel a transfer that has not left; its deliveries are where they were',
  params: idParams,
  reply: Transfer,
  record: 'changed',
  addsNothing: () => true,
})

export const takeBackTransfer = endpoint({
  id: 'takeBackTransfer',
  method: 'POST',
  path: '/v1/transfers/:id/take-back',
  may: 'change_planning',
  tag,
  summary: 'One step back: arrived to departed, departed or canceled to planned; says which deliveries no longer fit',
  params: idParams,
  reply: TransferAnswer,
  record: 'changed',
  recordIn: 'transfer',
  addsNothing: () => true,
})

export const printTransfer = endpoint({
  id: 'printTransfer',
  method: 'GET',
  path: '/v1/transfers/:id/manifest.pdf',
  may: 'see_operations',
  tag: 'Papers',
  summary: 'The deliveries of a transfer with room to tick and sign, as PDF',
  params: idParams,
  reply: z.string().meta({ format: 'binary' }),
  media: 'application/pdf',
})

export const listMyTransfers = endpoint({
  id: 'listMyTransfers',
  method: 'GET',
  path: '/v1/my-transfers',
  may: 'work_own_route',
  tag,
  summary: 'The transfers that the driver who asks is to drive, or drove today, those that leave first first',
  reply: z.object({ data: z.array(Transfer) }),
})

const ofDriver = <B extends z.ZodType>(id: string, step: string, summary: string, body: B) =>
  endpoint({
    id,
    method: 'POST',
    path: `/v1/my-transfers/:id/${step}`,
    may: 'work_own_route',
    tag,
    summary,
    params: idParams,
    body,
    reply: Transfer,
    addsNothing: () => true,
  })

export const departMyTransfer = ofDriver(
  'departMyTransfer',
  'depart',
  'The driver leaves with a transfer',
  TransferDeparture,
)
export const arriveMyTransfer = ofDriver(
  'arriveMyTransfer',
  'arrive',
  'The driver is there with a transfer',
  TransferArrival,
)
export const delayMyTransfer = ofDriver(
  'delayMyTransfer',
  'delay',
  'The driver expects to be there at another time; routes that wait for the goods are warned',
  z.strictObject({ expected_at: Instant }),
)
