import { z } from 'zod'

const mostSteps = 4
const mostMinutes = 720

/** Minutes of overtime, at a percentage of what an hour of driving costs. */
export const OvertimeStep = z
  .strictObject({
    minutes: z
      .int('Enter whole minutes.')
      .min(1, 'At least 1 minute.')
      .max(mostMinutes, 'At most 12 hours of overtime.'),
    percent: z.int('Enter a whole number.').min(100, 'At least 100%.').max(1000, 'At most 1,000%.'),
  })
  .meta({ id: 'OvertimeStep' })
export type OvertimeStep = z.infer<typeof OvertimeStep>

/** What a driver may work after the shift, step by step. */
export const Overtime = z
  .array(OvertimeStep)
  .max(mostSteps, `At most ${mostSteps} steps.`)
  .superRefine((steps, context) => {
    const issue = (at: number, name: keyof OvertimeStep, message: string) =>
      context.addIssue({ code: 'custom', path: [at, name], message })
    let minutes = 0
    steps.forEach((step, at) => {
      minutes += step.minutes
      if (minutes > mostMinutes) issue(at, 'minutes', 'At most 12 hours of overtime.')
      if (at > 0 && step.percent < steps[at - 1]!.percent)
        issue(at, 'percent', 'A later step pays at least as much as the one before.')
    })
  })

/** How many minutes these steps last together. */
export const overtimeMinutes = (steps: readonly OvertimeStep[]) => steps.reduce((sum, { minutes }) => sum + minutes, 0)
