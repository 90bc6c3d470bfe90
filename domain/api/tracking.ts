import { z } from 'zod'
import { BrowserSubscription, PushEndpoint } from '../schema/push.ts'
import { Tracking, TrackingLink, TrackingSlot } from '../schema/tracking.ts'
import { TrackingSettings, TrackingSettingsPatch } from '../schema/tracking-settings.ts'
import { Location } from '../geo.ts'
import { Wishes } from '../schema/wishes.ts'
import { Day, DayTime } from '../time.ts'
import { endpoint, idParams, text } from './endpoint.ts'

const tag = 'Tracking page'

export const getTrackingSettings = endpoint({
  id: 'getTrackingSettings',
  method: 'GET',
  path: '/v1/settings/tracking',
  may: 'see_operations',
  tag,
  summary: 'What recipients see on the tracking page, and may change there',
  reply: TrackingSettings,
  record: 'shown',
})

export const changeTrackingSettings = endpoint({
  id: 'changeTrackingSettings',
  method: 'PATCH',
  path: '/v1/settings/tracking',
  may: 'manage_workspace',
  tag,
  summary: 'Change what recipients see and may change',
  body: TrackingSettingsPatch,
  reply: TrackingSettings,
  record: 'changed',
})

export const getTrackingLink = endpoint({
  id: 'getTrackingLink',
  method: 'GET',
  path: '/v1/deliveries/:id/tracking-link',
  may: 'change_deliveries',
  tag,
  summary: 'The link to a delivery’s tracking page; the same one each time, until it is renewed',
  params: idParams,
  reply: TrackingLink,
})

export const renewTrackingLink = endpoint({
  id: 'renewTrackingLink',
  method: 'POST',
  path: '/v1/deliveries/:id/tracking-link',
  may: 'change_deliveries',
  tag,
  summary: 'Make another link; all links from before stop working',
  params: idParams,
  reply: TrackingLink,
})

/** Whatever is no token is one that opens nothing. */
const token = z.string().describe('The last part of the link')
const tokenParams = z.strictObject({ token })

export const getTracking = endpoint({
  id: 'getTracking',
  method: 'GET',
  path: '/v1/tracking/:token',
  may: 'recipient',
  tag,
  summary: 'What the recipient of a delivery sees, for whoever has the link',
  params: tokenParams,
  reply: Tracking,
})

export const getTrackingLogo = endpoint({
  id: 'getTrackingLogo',
  method: 'GET',
  path: '/v1/tracking/:token/logo',
  may: 'recipient',
  tag,
  summary: 'The logo of the sender',
  params: tokenParams,
  reply: z.string().meta({ format: 'binary' }),
  media: 'image/*',
})

export const getTrackingPhoto = endpoint({
  id: 'getTrackingPhoto',
  method: 'GET',
  path: '/v1/tracking/:token/photos/:id',
  may: 'recipient',
  tag,
  summary: 'A photo that the driver took of this delivery',
  params: z.strictObject({ token, id: z.uuid() }),
  reply: z.string().meta({ format: 'binary' }),
  media: 'image/*',
})

export const changePreferences = endpoint({
  id: 'changePreferences',
  method: 'PATCH',
  path: '/v1/tracking/:token/preferences',
  may: 'recipient',
  tag,
  summary: 'Say what the recipient asks for; fields that are left out stay as they are',
  params: tokenParams,
  body: z.strictObject({ ...Wishes.shape, location: Location.describe('Where the door is') }).partial(),
  reply: Tracking,
})

export const rateDelivery = endpoint({
  id: 'rateDelivery',
  method: 'POST',
  path: '/v1/tracking/:token/rating',
  may: 'recipient',
  tag,
  summary: 'Rate a delivery that was delivered; the last rating counts',
  params: tokenParams,
  body: z.strictObject({ stars: z.int().min(1).max(5), comment: text(500).min(1).nullable().default(null) }),
  reply: Tracking,
})

export const writeToDispatcher = endpoint({
  id: 'writeToDispatcher',
  method: 'POST',
  path: '/v1/tracking/:token/messages',
  may: 'recipient',
  tag,
  summary: 'Write to the dispatchers, who see it with the delivery. Nobody learns a phone number',
  params: tokenParams,
  body: z.strictObject({ text: text(1000).min(1) }),
  reply: Tracking,
})

export const tryDeliveryAgain = endpoint({
  id: 'tryDeliveryAgain',
  method: 'POST',
  path: '/v1/tracking/:token/attempts',
  may: 'recipient',
  tag,
  summary: 'Ask for another attempt after one that failed',
  params: tokenParams,
  reply: Tracking,
})

export const findTrackingSlots = endpoint({
  id: 'findTrackingSlots',
  method: 'GET',
  path: '/v1/tracking/:token/slots',
  may: 'recipient',
  tag,
  summary: 'The other windows that can be kept for the delivery, by time',
  params: tokenParams,
  reply: z.object({ data: z.array(TrackingSlot) }),
})

export const chooseTrackingSlot = endpoint({
  id: 'chooseTrackingSlot',
  method: 'POST',
  path: '/v1/tracking/:token/slot',
  may: 'recipient',
  tag,
  summary: 'Move the delivery to another window that can be kept; one that failed gets another attempt then',
  params: tokenParams,
  body: z.strictObject({ day: Day, start: DayTime, end: DayTime }),
  reply: Tracking,
})

export const subscribeToTracking = endpoint({
  id: 'subscribeToTracking',
  method: 'PUT',
  path: '/v1/tracking/:token/subscription',
  may: 'recipient',
  tag,
  summary: 'Tell a browser what happens to the delivery. The same browser again changes nothing',
  params: tokenParams,
  body: BrowserSubscription,
})

export const unsubscribeFromTracking = endpoint({
  id: 'unsubscribeFromTracking',
  method: 'DELETE',
  path: '/v1/tracking/:token/subscription',
  may: 'recipient',
  tag,
  summary: 'Tell a browser nothing more. One that was told nothing is no mistake',
  params: tokenParams,
  body: z.strictObject({ endpoint: PushEndpoint }),
})
