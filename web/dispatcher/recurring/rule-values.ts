import { weekdayOf, type Recurrence } from '#domain/recurrence.ts'
import { NewStandingRoute, type RecurringOrder } from '#domain/schema/recurring.ts'
import { dayAfter } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { partsOf, type Part } from '#web/lib/part.ts'
import { z } from 'zod'
import { inPlace } from './groups.ts'
import { ruleWords } from './recurring-words.ts'

/** The choices besides the standing routes themselves. */
export const noRoute = 'none'
export const newRoute = 'new'
/** The places besides “after this order”. */
export const first = 'first'
export const last = 'last'

/** When an order comes again, and on which route, as entered. */
export type RuleValues = {
  weekdays: number[]
  /** 2 for every other week. */
  every_weeks: number
  /** Null for the first of the chosen days of the week. */
  first_day: string | null
  last_day: string | null
  skips_holidays: boolean
  /** A standing route's id, `none` or `new`. */
  route: string
  /** The id of the order that it comes after there, `first` or `last`. */
  place: string
  route_name: string
  route_driver_id: string
}

/** A rule to begin with: once a week. */
export const newRule = (weekday: number): RuleValues => ({
  weekdays: [weekday],
  every_weeks: 1,
  first_day: null,
  last_day: null,
  skips_holidays: true,
  route: noRoute,
  place: last,
  route_name: '',
  route_driver_id: '',
})

/** The rule of a recurring order as entered. @param all every recurring order, to know which comes before */
export function toRuleValues(stored: RecurringOrder, all: readonly RecurringOrder[]): RuleValues {
  const { weekdays, every_weeks, first_day, last_day, skips_holidays, standing_route_id } = stored
  const rest = { ...newRule(1), weekdays, every_weeks, first_day, last_day, skips_holidays }
  if (standing_route_id === null) return rest
  const rows = inPlace(all.filter((each) => each.standing_route_id === standing_route_id))
  const at = rows.findIndex(({ id }) => id === stored.id)
  return { ...rest, route: standing_route_id, place: rows[at - 1]?.id ?? first }
}

/** The first day: as chosen, or the first of the days of the week from a day on. */
export function firstDayOf({ first_day, weekdays }: Pick<RuleValues, 'first_day' | 'weekdays'>, from: string): string {
  if (first_day !== null) return first_day
  const days = [0, 1, 2, 3, 4, 5, 6].map((later) => dayAfter(from, later))
  return days.find((day) => weekdays.includes(weekdayOf(day))) ?? from
}

/** The rule in the API's form. @param from the first day that can be meant if none is chosen */
export function toRule(values: RuleValues, from: string): Recurrence & { skips_holidays: boolean } {
  return {
    weekdays: values.weekdays,
    every_weeks: values.every_weeks,
    first_day: firstDayOf(values, from),
    last_day: values.last_day,
    skips_holidays: values.skips_holidays,
  }
}

/** The orders of the chosen route around the edited one: those before it, and those after it. */
export function around(values: RuleValues, id: string | undefined, all: readonly RecurringOrder[]) {
  const others = inPlace(all.filter((each) => each.standing_route_id === values.route && each.id !== id))
  const after = others.findIndex((each) => each.id === values.place)
  const at = values.place === first ? 0 : after === -1 ? others.length : after + 1
  return { before: others.slice(0, at), after: others.slice(at) }
}

/** The route of an order in the API's form, and a new route if one is entered. */
export function toRoute(values: RuleValues, id: string | undefined, all: readonly RecurringOrder[]) {
  if (values.route === noRoute) return { standing_route_id: null, standing_position: null, route: null }
  const standing_position = around(values, id, all).before.length + 1
  if (values.route !== newRoute) return { standing_route_id: values.route, standing_position, route: null }
  const route = { name: values.route_name.trim(), driver_id: values.route_driver_id }
  return { standing_route_id: null, standing_position, route }
}

/** What is sent: a recurring order, and the standing route to add before. */
export type RecurringBody<Body> = { body: Body; route: NewStandingRoute | null }

/** Reads both. Problems are told at the form's own fields. */
export function recurringBody<Body>(schema: z.ZodType<Body>): z.ZodType<RecurringBody<Body>> {
  return z.unknown().transform((value, context): RecurringBody<Body> => {
    const { route, ...rest } = value as Record<string, unknown>
    const body = schema.safeParse(rest)
    const added = NewStandingRoute.nullable().safeParse(route)
    if (body.success && added.success) return { body: body.data, route: added.data }
    const problems = [
      ...(body.error?.issues ?? []),
      ...(added.error?.issues ?? []).map((issue) => ({ ...issue, path: ['route', ...issue.path] })),
    ]
    for (const { path, message } of problems) {
      context.addIssue({ code: 'custom', path: formPath(path.map(String).join('.')).split('.'), message })
    }
    return z.NEVER
  })
}

/** Where the form shows what the API calls by this path. */
export function formPath(path: string): string {
  return path.replace(/^order\./, '').replace(/^route\./, 'route_')
}

/** What a person decides about when somebody else changed the same rule. */
export function ruleParts<Values extends RuleValues>(routeName: (id: string) => string): Part<Values>[] {
  const { one, number } = partsOf<RuleValues>()
  const day = (value: string | null) => (value ? formatDay(value) : '')
  const parts = [
    one<number[]>('Days of the week', 'weekdays', (weekdays) => ruleWords({ weekdays, every_weeks: 1 })),
    number('How often', 'every_weeks', (weeks) => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`)),
    one<string | null>('First day', 'first_day', day),
    one<string | null>('Last day', 'last_day', day),
    one<boolean>('Leave out holidays', 'skips_holidays', (skips) => (skips ? 'Yes' : 'No')),
    { label: 'Standing route', fields: ['route', 'place'], show: ({ route }: RuleValues) => routeName(route) },
  ]
  return parts as Part<Values>[]
}
