import { TrackingLink } from '../schema/tracking.ts'
import { TrackingSettings, TrackingSettingsPatch } from '../schema/tracking-settings.ts'
import { endpoint, idParams } from './endpoint.ts'

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
