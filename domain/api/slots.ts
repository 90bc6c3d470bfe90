import { Delivery } from '../schema/delivery.ts'
import {
  NewSlotHold,
  SlotConfirmation,
  SlotHold,
  SlotQuestion,
  Slots,
  SlotSettings,
  SlotSettingsPatch,
} from '../schema/slots.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Slots'

export const getSlotSettings = endpoint({
  id: 'getSlotSettings',
  method: 'GET',
  path: '/v1/settings/slots',
  may: 'see_operations',
  tag,
  summary: 'Which delivery slots are offered, where, and at what price',
  reply: SlotSettings,
  record: 'shown',
})

export const changeSlotSettings = endpoint({
  id: 'changeSlotSettings',
  method: 'PATCH',
  path: '/v1/settings/slots',
  may: 'manage_workspace',
  tag,
  summary: 'Change which delivery slots are offered',
  body: SlotSettingsPatch,
  reply: SlotSettings,
  record: 'changed',
})

export const findSlots = endpoint({
  id: 'findSlots',
  method: 'POST',
  path: '/v1/slots',
  may: 'change_deliveries',
  tag,
  summary: 'The windows that can really be kept for an order, by inserting it into the plans of the coming days',
  body: SlotQuestion,
  reply: Slots,
  addsNothing: () => true,
})

export const holdSlot = endpoint({
  id: 'holdSlot',
  method: 'POST',
  path: '/v1/slots/holds',
  may: 'change_deliveries',
  tag,
  summary: 'Hold a slot for a buyer; whether it can be kept is worked out once more',
  body: NewSlotHold,
  reply: SlotHold,
  status: 201,
})

export const getSlotHold = endpoint({
  id: 'getSlotHold',
  method: 'GET',
  path: '/v1/slots/holds/:id',
  may: 'change_deliveries',
  tag,
  summary: 'A held slot, and until when',
  params: idParams,
  reply: SlotHold,
})

export const confirmSlot = endpoint({
  id: 'confirmSlot',
  method: 'POST',
  path: '/v1/slots/holds/:id/confirm',
  may: 'change_deliveries',
  tag,
  summary: 'Book a held slot: makes the delivery, or moves the one that it is for',
  params: idParams,
  body: SlotConfirmation,
  reply: Delivery,
  status: 201,
})

export const releaseSlot = endpoint({
  id: 'releaseSlot',
  method: 'DELETE',
  path: '/v1/slots/holds/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Give a held slot back',
  params: idParams,
})
