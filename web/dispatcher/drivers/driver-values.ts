import type { FleetPlace } from '#domain/schema/fleet-fields.ts'
import type { Driver } from '#domain/schema/driver.ts'
import { weekdays, type Week } from '#domain/schema/shift.ts'
import { numberOrNull, textOrNull, toSkills } from '#web/lib/field-values.ts'
import { formatHours } from '#web/lib/format.ts'
import type { LocationDraft } from '../records/location-fields.tsx'
import { fromOvertimeDrafts, toOvertimeDrafts } from '../records/overtime-draft.ts'
import { fromBreakDraft, toBreakDraft } from './break-draft.ts'

/** The choice of no vehicle, or of no depot in particular. */
export const none = 'none'

/** Where a route starts or ends, while it is being entered. */
export type PlaceDraft = { at: 'depot' | 'place' | 'anywhere'; address: string; location: LocationDraft }

const nowhere: LocationDraft = { lat: Number.NaN, lng: Number.NaN }

const toPlace = (place: FleetPlace | null | undefined, isAnywhere = false): PlaceDraft => ({
  at: isAnywhere ? 'anywhere' : place ? 'place' : 'depot',
  address: place?.address ?? '',
  location: place?.location ?? nowhere,
})

const fromPlace = ({ at, address, location: { lat, lng } }: PlaceDraft) =>
  at === 'place' ? { address, location: { lat: numberOrNull(lat), lng: numberOrNull(lng) } } : null

/** The fields of a driver as the form holds them; a new one works the workspace's hours. */
export function toDriverValues(driver: Driver | undefined, usual: { start_time: string; end_time: string }) {
  const hours = (minutes: number | null | undefined) => (minutes ?? Number.NaN) / 60
  return {
    name: driver?.name ?? '',
    phone: driver?.phone ?? '',
    email: driver?.email ?? '',
    shift_start: driver?.shift_start ?? usual.start_time,
    shift_end: driver?.shift_end ?? usual.end_time,
    week: driver?.week ? inOrder(driver.week) : null,
    breaks: (driver?.breaks ?? []).map(toBreakDraft),
    max_stops: driver?.max_stops ?? Number.NaN,
    max_territories: driver?.max_territories ?? Number.NaN,
    max_shift_minutes: hours(driver?.max_shift_minutes),
    max_driving_minutes: hours(driver?.max_driving_minutes),
    overtime: { own: driver?.overtime != null, steps: toOvertimeDrafts(driver?.overtime ?? []) },
    start_place: toPlace(driver?.start_place),
    end_place: toPlace(driver?.end_place, driver?.ends_anywhere),
    speed_factor: driver?.speed_factor ?? 1,
    skills: driver?.skills.join(', ') ?? '',
    vehicle_id: driver?.vehicle_id ?? none,
    depot_id: driver?.depot_id ?? none,
    active: driver?.active ?? true,
  }
}
export type DriverValues = ReturnType<typeof toDriverValues>

/** The days in the order of the week, whatever order they were stored in. */
const inOrder = (week: Week) =>
  Object.fromEntries(
    weekdays.map((weekday) => {
      const shift = week[weekday]
      return [weekday, shift && { start: shift.start, end: shift.end }]
    }),
  ) as Week

/** The fields of a driver for the API. */
export function fromDriverValues(values: DriverValues) {
  const minutes = (hours: number) => numberOrNull(Math.round(hours * 60))
  return {
    ...values,
    phone: textOrNull(values.phone),
    email: textOrNull(values.email),
    breaks: values.breaks.map(fromBreakDraft),
    max_stops: numberOrNull(values.max_stops),
    max_territories: numberOrNull(values.max_territories),
    max_shift_minutes: minutes(values.max_shift_minutes),
    max_driving_minutes: minutes(values.max_driving_minutes),
    overtime: values.overtime.own ? fromOvertimeDrafts(values.overtime.steps) : null,
    start_place: fromPlace(values.start_place),
    end_place: fromPlace(values.end_place),
    ends_anywhere: values.end_place.at === 'anywhere',
    speed_factor: Number.isNaN(values.speed_factor) ? 1 : values.speed_factor,
    skills: toSkills(values.skills),
    vehicle_id: values.vehicle_id === none ? null : values.vehicle_id,
    depot_id: values.depot_id === none ? null : values.depot_id,
  }
}

const shortNames = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' }

/** A week in a line, days with the same hours together: `Mon–Fri 08:00–17:00, Sat 22:00–06:00 (next day)`. */
export function weekWords(week: Week): string {
  const runs: { from: keyof Week; to: keyof Week; hours: string }[] = []
  for (const [at, weekday] of weekdays.entries()) {
    const shift = week[weekday]
    if (!shift) continue
    const hours = formatHours(shift.start, shift.end)
    const last = runs.at(-1)
    if (last && last.hours === hours && last.to === weekdays[at - 1]) last.to = weekday
    else runs.push({ from: weekday, to: weekday, hours })
  }
  if (!runs.length) return 'Never works'
  const days = ({ from, to }: (typeof runs)[number]) =>
    from === to ? shortNames[from] : `${shortNames[from]}–${shortNames[to]}`
  return runs.map((run) => `${days(run)} ${run.hours}`).join(', ')
}

/** Where a route starts or ends, in a few words. */
export function placeDraftWords({ at, address }: PlaceDraft): string {
  return at === 'anywhere' ? 'Anywhere' : at === 'place' ? address : 'Depot'
}
