import { Retention, RetentionChange, RetentionPreview, RetentionQuery } from '../schema/retention.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Personal data'
const may = 'manage_workspace'

export const getRetention = endpoint({
  id: 'getRetention',
  method: 'GET',
  path: '/v1/retention',
  may,
  tag,
  summary: 'How long personal data is kept, by kind, and what was removed last night',
  reply: Retention,
  record: 'shown',
})

export const changeRetention = endpoint({
  id: 'changeRetention',
  method: 'PATCH',
  path: '/v1/retention',
  may,
  tag,
  summary: 'Change how long personal data is kept. What is older goes in the coming night',
  body: RetentionChange,
  reply: Retention,
  addsNothing: () => true,
  record: 'changed',
})

export const previewRetention = endpoint({
  id: 'previewRetention',
  method: 'GET',
  path: '/v1/retention/preview',
  may,
  tag,
  summary: 'How much the coming night would remove with other settings, without changing them',
  query: RetentionQuery,
  reply: RetentionPreview,
})
