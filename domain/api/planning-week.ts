import { z } from 'zod'
import { mostWeekDays, PlanningWeek } from '../schema/planning-week.ts'
import { Day } from '../time.ts'
import { endpoint } from './endpoint.ts'

export const getPlanningWeek = endpoint({
  id: 'getPlanningWeek',
  method: 'GET',
  path: '/v1/planning-week',
  may: 'see_operations',
  tag: 'Plans',
  summary: 'Several days side by side: deliveries, load and capacity, drivers and plans of each',
  query: z.strictObject({
    first_day: Day,
    days: z.coerce.number().int().min(1).max(mostWeekDays).default(7),
    depot_id: z.uuid().toLowerCase().optional().describe('Only this depot'),
  }),
  reply: PlanningWeek,
})
