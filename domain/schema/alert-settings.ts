import { z } from 'zod'
import { Version } from './version.ts'

export const mostEscalationSteps = 10

/** Who is told next while nobody has seen an urgent alert. */
const Step = z.strictObject({
  user_id: z.uuid().describe('A member'),
  after_minutes: z.int().min(1).max(1440).describe('Since the alert was raised'),
})

export const AlertSettings = z
  .object({
    escalation: z
      .array(Step)
      .max(mostEscalationSteps)
      .describe('Members who get an email about an urgent alert, each if nobody has seen it by then'),
    version: Version,
  })
  .meta({ id: 'AlertSettings' })
export type AlertSettings = z.infer<typeof AlertSettings>

export const AlertSettingsPatch = AlertSettings.omit({ version: true })
  .partial()
  .strict()
  .meta({ id: 'AlertSettingsPatch' })
export type AlertSettingsPatch = z.infer<typeof AlertSettingsPatch>
