import { z } from 'zod'
import { DayTime } from '../time.ts'

const minutes = z.int('Enter whole minutes.').min(1, 'At least 1 minute.').max(480, 'At most 8 hours.')
const worked = z.int('Enter whole minutes.').min(30, 'At least 30 minutes.').max(1440, 'At most 24 hours.')

/** A break between two times. It begins and ends between them. */
export const BreakAtTime = z
  .strictObject({
    earliest: DayTime,
    latest: DayTime,
    minutes,
    max_load_kg: z
      .number()
      .min(0, 'Weight cannot be negative.')
      .max(100_000, 'At most 100,000 kg.')
      .nullable()
      .optional()
      .describe('With no more than this on board'),
  })
  .refine(({ earliest, latest }) => earliest <= latest, {
    path: ['latest'],
    message: 'The latest start is before the earliest.',
  })
  .meta({ id: 'BreakAtTime' })

export const BreakAfterDriving = z
  .strictObject({ after_driving_minutes: worked, minutes })
  .meta({ id: 'BreakAfterDriving' })
export const BreakAfterWorking = z
  .strictObject({ after_working_minutes: worked, minutes })
  .meta({ id: 'BreakAfterWorking' })

/** A driver's break: it starts between two times of the day, or after so much driving or work, as often as needed. */
export const DriverBreak = z.union([BreakAtTime, BreakAfterDriving, BreakAfterWorking])
export type DriverBreak = z.infer<typeof DriverBreak>

export const mostBreaks = 5
export const DriverBreaks = z.array(DriverBreak).max(mostBreaks, `At most ${mostBreaks} breaks.`)
