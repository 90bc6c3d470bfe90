import { DaysToFit, DaySuggestions } from '../schema/day-suggestion.ts'
import { endpoint } from './endpoint.ts'

export const suggestDays = endpoint({
  id: 'suggestDays',
  method: 'POST',
  path: '/v1/plans/suggest-days',
  may: 'change_planning',
  tag: 'Plans',
  summary: 'The best day for each order without a day, beside what is planned; nothing is changed',
  body: DaysToFit,
  reply: DaySuggestions,
  addsNothing: () => true,
})
