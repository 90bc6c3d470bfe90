import { RateQuestion, Rates, ShippingSettings, ShippingSettingsPatch } from '../schema/shipping.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Slots'

export const getShippingSettings = endpoint({
  id: 'getShippingSettings',
  method: 'GET',
  path: '/v1/settings/shipping',
  may: 'see_operations',
  tag,
  summary: 'The shipping rules: which delivery times and prices checkouts show',
  reply: ShippingSettings,
  record: 'shown',
})

export const changeShippingSettings = endpoint({
  id: 'changeShippingSettings',
  method: 'PATCH',
  path: '/v1/settings/shipping',
  may: 'manage_workspace',
  tag,
  summary: 'Change the shipping rules',
  body: ShippingSettingsPatch,
  reply: ShippingSettings,
  record: 'changed',
})

export const findRates = endpoint({
  id: 'findRates',
  method: 'POST',
  path: '/v1/rates',
  may: 'change_deliveries',
  tag,
  summary: 'What a checkout shows for a cart: the slots that can be kept, with the prices of the shipping rules',
  body: RateQuestion,
  reply: Rates,
  addsNothing: () => true,
})
