import { DayFacts } from '../schema/day-facts.ts'
import { endpoint } from './endpoint.ts'

export const getDayFacts = endpoint({
  id: 'getDayFacts',
  method: 'GET',
  path: '/v1/day-facts',
  may: 'see_operations',
  tag: 'Plans',
  summary: 'What waits for a decision today: late, left over, unassigned, blocked, unseen or uncounted',
  reply: DayFacts,
})
