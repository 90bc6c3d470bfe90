import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { figurePeriods } from '../figures/periods.ts'
import { figureSplits, noKey } from '../figures/splits.ts'
import { mostMeasures, reportMeasures } from '../reports/measures.ts'
import { reportRanges } from '../reports/ranges.ts'
import { Instant, TimeOfDay } from '../time.ts'
import { FigureReport } from './figures.ts'
import { Version } from './version.ts'

/** The most reports that a workspace keeps, and the most people who get one by mail. */
export const mostReports = 100
export const mostRecipients = 20

const record = z
  .union([z.uuid('Choose one from the list.').toLowerCase(), z.literal(noKey)])
  .nullable()
  .default(null)

/** Only what has to do with these, together if there are several. */
export const ReportFilters = z
  .strictObject({ driver_id: record, vehicle_id: record, depot_id: record, client_id: record })
  .meta({ id: 'ReportFilters' })
export type ReportFilters = z.output<typeof ReportFilters>

const unique = <T>(items: T[]): T[] => [...new Set(items)]

export const reportFormats = ['pdf', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** When a report is mailed, to whom, and as what. */
const sending = {
  every: z.enum(['day', 'week', 'month']),
  weekday: z.int().min(1).max(7).nullable().default(null).describe('1 for Monday to 7 for Sunday; of weekly ones'),
  day_of_month: z
    .int()
    .min(1)
    .max(31)
    .nullable()
    .default(null)
    .describe('Of monthly ones; the last day in months that are shorter'),
  at: TimeOfDay.describe('In the workspace’s time zone'),
  formats: z
    .array(z.enum(reportFormats))
    .min(1, 'Choose PDF, CSV or both.')
    .transform(unique)
    .describe('What is attached'),
  member_ids: z
    .array(z.uuid().toLowerCase())
    .max(mostRecipients, `At most ${mostRecipients} recipients.`)
    .default([])
    .transform(unique)
    .describe('Members of the workspace who get it'),
  addresses: z
    .array(z.email('Enter an email address like name@example.com.').max(254).toLowerCase())
    .max(mostRecipients, `At most ${mostRecipients} recipients.`)
    .default([])
    .transform(unique)
    .describe('Others who get it'),
}

type Sending = { every: string; weekday: number | null; day_of_month: number | null }
type Recipients = { member_ids: string[]; addresses: string[] }

export const ReportSchedule = z
  .strictObject(sending)
  .refine(({ every, weekday }: Sending) => every !== 'week' || weekday !== null, {
    path: ['weekday'],
    message: 'Choose a day of the week.',
  })
  .refine(({ every, day_of_month }: Sending) => every !== 'month' || day_of_month !== null, {
    path: ['day_of_month'],
    message: 'Choose a day of the month.',
  })
  .refine(({ member_ids, addresses }: Recipients) => member_ids.length + addresses.length > 0, {
    path: ['addresses'],
    message: 'Choose at least one recipient.',
  })
  .refine(({ member_ids, addresses }: Recipients) => member_ids.length + addresses.length <= mostRecipients, {
    path: ['addresses'],
    message: `At most ${mostRecipients} recipients.`,
  })
  .transform((schedule) => ({
    ...schedule,
    weekday: schedule.every === 'week' ? schedule.weekday : null,
    day_of_month: schedule.every === 'month' ? schedule.day_of_month : null,
  }))
  .meta({ id: 'ReportSchedule' })
export type ReportSchedule = z.output<typeof ReportSchedule>

/** What a report shows. */
const shown = {
  measures: z
    .array(z.enum(reportMeasures, 'Choose a measure from the list.'))
    .min(1, 'Choose at least one measure.')
    .max(mostMeasures, `At most ${mostMeasures} measures.`)
    .transform(unique)
    .describe('Its columns, in order; the first one is drawn over time'),
  split: z.enum(figureSplits).nullable().describe('What its rows are; null for one row for each period'),
  filters: ReportFilters,
  period: z.enum(figurePeriods),
  range: z.enum(reportRanges).describe('Counted from the day on which it is made'),
  compare: z.boolean().describe('With the range before'),
}

const fields = { name: text(100).min(1, 'Enter a name.'), ...shown }

/** What a report shows, whether it is saved or not. */
export type ReportContent = {
  [Name in keyof typeof shown]: z.output<(typeof shown)[Name]>
}

export const sendingStates = ['waiting', 'sent', 'failed'] as const

/** One time that a report was mailed. */
export const ReportSending = z
  .object({
    id: z.uuid(),
    at: Instant,
    due_at: Instant.nullable().describe('The time of the schedule; null if somebody sent it'),
    by_name: z.string().nullable().describe('Who sent it; null if it was due'),
    state: z.enum(sendingStates).describe('`sent` when the mails were written'),
    formats: z.array(z.enum(reportFormats)),
    recipients: z.array(
      z.object({
        name: z.string().describe('Of a member, else the address'),
        problem: z.string().nullable().describe('Why it did not go there'),
      }),
    ),
    problem: z.string().nullable().describe('Why it went to nobody'),
  })
  .meta({ id: 'ReportSending' })
export type ReportSending = z.infer<typeof ReportSending>
export const ReportSendingPage = page(ReportSending).meta({ id: 'ReportSendingPage' })

/** Figures that a workspace looks at again and again. */
export const Report = z
  .object({
    id: z.uuid(),
    name: z.string(),
    measures: z.array(z.enum(reportMeasures)).describe('Its columns, in order; the first one is drawn over time'),
    split: shown.split,
    filters: z.object({
      driver_id: z.string().nullable(),
      vehicle_id: z.string().nullable(),
      depot_id: z.string().nullable(),
      client_id: z.string().nullable(),
    }),
    period: shown.period,
    range: shown.range,
    compare: shown.compare,
    schedule: z
      .object({
        every: sending.every,
        weekday: z.int().nullable(),
        day_of_month: z.int().nullable(),
        at: TimeOfDay,
        formats: z.array(z.enum(reportFormats)),
        member_ids: z.array(z.uuid()),
        addresses: z.array(z.string()),
      })
      .nullable()
      .describe('Null if it is not mailed'),
    scheduled_by: z
      .object({ user_id: z.uuid(), name: z.string() })
      .nullable()
      .describe('With whose rights it is mailed: whoever last changed the schedule or what it shows'),
    stopped: z
      .object({ at: Instant, why: z.string() })
      .nullable()
      .describe('Why it is not mailed any more; setting the schedule again lets it go on'),
    next_at: Instant.nullable().describe('When it is mailed next'),
    last_sending: ReportSending.nullable(),
    unwanted_by: z.array(z.uuid()).describe('Members among the recipients who do not want it'),
    created_by_name: z.string(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>
export const ReportPage = page(Report).meta({ id: 'ReportPage' })

/** What events say of a report: how many addresses it goes to, and not which, since events are kept for long. */
export const ReportNote = Report.omit({ next_at: true, last_sending: true, unwanted_by: true, schedule: true }).extend({
  mailed: Report.shape.schedule.unwrap().omit({ addresses: true }).extend({ address_count: z.int() }).nullable(),
})
export type ReportNote = z.infer<typeof ReportNote>

const schedule = ReportSchedule.nullable()

export const NewReport = z
  .strictObject({
    ...fields,
    split: fields.split.default(null),
    filters: ReportFilters.default({ driver_id: null, vehicle_id: null, depot_id: null, client_id: null }),
    period: fields.period.default('day'),
    compare: fields.compare.default(true),
    schedule: schedule.default(null),
  })
  .meta({ id: 'NewReport' })
export type NewReport = z.output<typeof NewReport>

export const ReportChange = z
  .strictObject({ ...fields, schedule })
  .partial()
  .meta({ id: 'ReportChange' })
export type ReportChange = z.output<typeof ReportChange>

/** What a filter of a report is called, and whether that is still there. */
export const NamedFilter = z.object({
  filter: z.enum(['driver_id', 'vehicle_id', 'depot_id', 'client_id']),
  name: z.string().nullable().describe('As it was called last; null for those without, or if you may not see it'),
  state: z.enum(['none', 'there', 'deleted', 'hidden']),
})
export type NamedFilter = z.infer<typeof NamedFilter>

/** A report with its figures. All measures are in the figures; `report.measures` says which it shows. */
export const ReportRun = FigureReport.extend({ report: Report, filters: z.array(NamedFilter) }).meta({
  id: 'ReportRun',
})
export type ReportRun = z.infer<typeof ReportRun>
