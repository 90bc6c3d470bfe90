import { z } from 'zod'
import { Location } from '../geo.ts'
import {
  AddressChange,
  AddressEntry,
  AddressPage,
  AddressReview,
  AddressSuggestion,
  NewAddress,
  PlaceOf,
} from '../schema/address.ts'
import { Delivery } from '../schema/delivery.ts'
import { Day } from '../time.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Addresses'

export const listAddresses = endpoint({
  id: 'listAddresses',
  method: 'GET',
  path: '/v1/addresses',
  may: 'see_addresses',
  tag,
  summary: 'List the address book, by address',
  query: z.strictObject({ q: z.string().max(200).optional(), ...pageQuery }),
  reply: AddressPage,
})

export const searchAddresses = endpoint({
  id: 'searchAddresses',
  method: 'GET',
  path: '/v1/addresses/search',
  may: 'see_addresses',
  tag,
  summary: 'Find places for an address: from the address book, then from the geocoder',
  query: z.strictObject({
    q: z.string().trim().min(1).max(300),
    typing: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Whether somebody is still typing. Geocoders that need whole addresses are not asked then'),
  }),
  reply: z.object({
    data: z.array(AddressSuggestion),
    geocoder: z
      .enum(['answered', 'not_asked', 'busy', 'unavailable', 'none'])
      .describe('What the geocoder did; none if the server has none'),
  }),
})

export const reviewAddresses = endpoint({
  id: 'reviewAddresses',
  method: 'GET',
  path: '/v1/addresses/review',
  may: 'see_addresses',
  tag,
  summary: 'Open deliveries whose position is missing or doubtful, the riskiest first',
  query: z.strictObject({
    day: Day.optional().describe('Only this day; without it, every open delivery'),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  reply: AddressReview,
})

export const locateAgain = endpoint({
  id: 'locateAgain',
  method: 'POST',
  path: '/v1/addresses/locate',
  may: 'change_deliveries',
  tag,
  summary: 'Look up addresses again that the geocoder did not know',
  body: z.strictObject({ day: Day.optional() }),
  reply: z.object({ deliveries: z.int() }),
})

export const getAddress = endpoint({
  id: 'getAddress',
  method: 'GET',
  path: '/v1/addresses/:id',
  may: 'see_addresses',
  tag,
  summary: 'One entry of the address book',
  params: idParams,
  reply: AddressEntry,
  record: 'shown',
})

export const createAddress = endpoint({
  id: 'createAddress',
  method: 'POST',
  path: '/v1/addresses',
  may: 'change_deliveries',
  tag,
  summary: 'Add an entry to the address book; pending deliveries to this address get its pin',
  body: NewAddress,
  reply: AddressEntry,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeAddress = endpoint({
  id: 'changeAddress',
  method: 'PATCH',
  path: '/v1/addresses/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Change an entry of the address book; pending deliveries follow its pin',
  params: idParams,
  body: AddressChange,
  reply: AddressEntry,
  record: 'changed',
})

export const deleteAddress = endpoint({
  id: 'deleteAddress',
  method: 'DELETE',
  path: '/v1/addresses/:id',
  may: 'change_deliveries',
  tag,
  summary: 'Delete an entry of the address book; deliveries keep their positions',
  params: idParams,
  record: 'changed',
})

export const setPosition = endpoint({
  id: 'setPosition',
  method: 'PUT',
  path: '/v1/deliveries/:id/position',
  may: 'change_deliveries',
  tag,
  summary: 'Confirm or correct the position of a delivery, or of its pickup',
  params: idParams,
  body: z.strictObject({
    location: Location,
    source: z.enum(['dispatcher', 'driver', 'recipient']).default('dispatcher').describe('Who confirmed it'),
    of: PlaceOf.default('delivery').describe('Which of its places: where it is brought, or picked up'),
    remember: z
      .boolean()
      .default(false)
      .describe('Also put the pin into the address book, and on other pending deliveries to this address'),
  }),
  reply: z.object({ delivery: Delivery, others: z.int().describe('Other deliveries that got the pin') }),
  record: 'changed',
  recordIn: 'delivery',
})
