import { AppError } from '#domain/errors.ts'
import type { EditRoute } from '#domain/plan-change/edit-route.ts'
import { applyEdit, type SettledEdit } from '#domain/plan-change/edit.ts'
import { effectOf } from '#domain/plan-change/effect.ts'
import { toRoutes } from '#domain/plan/to-routes.ts'
import type { ConstraintCode, DeliveryWhy, PlanWhy, WhyDriver } from '#domain/schema/plan-why.ts'
import { reasonsAgainst } from '#domain/why/against.ts'
import { constraintsOf, withoutConstraint } from '#domain/why/constraints.ts'
import { fixesFor, movesTo, type Tried } from '#domain/why/fixes.ts'
import { constraintWords, sayConstraints } from '#domain/why/say-constraints.ts'
import { sayPlanned, sayTravel, sayUnassigned } from '#domain/why/say-where.ts'
import { bareOf, dearest, effectBetween } from '#domain/why/weighed.ts'
import type { Offer } from '#solver/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Weighed } from '../../engine/protocol.ts'
import {
  deliveryIn,
  editable,
  factsOf,
  judged,
  longRides,
  lateSeconds,
  possibleRoutes,
  timeRoute,
  timesOf,
  type ChangedDelivery,
  type PlanToChange,
  type WholeRoute,
} from '../changeable-plans/queries.ts'
import { placesQuestion } from '../plan-places/queries.ts'
import type { Question } from '../planning/queries.ts'
import { revisionQuestion } from '../revisions/queries.ts'
import { arrivalAt, asStop, brokenIn, triedRoute, warnedDay } from './rules.ts'

export type Tools = { engine: Engine; newId: () => string; workspaceId: string }

type Asked = { day: PlanToChange; delivery: ChangedDelivery; idleIds: readonly string[] }

/**
 * Why a delivery is where it is on a plan, or on no route of it.
 * @throws AppError `delivery_not_found`
 */
export async function explain(
  tools: Tools,
  day: PlanToChange,
  deliveryId: string,
  idleIds: readonly string[],
): Promise<DeliveryWhy> {
  const asked = { day, delivery: deliveryIn(day, deliveryId), idleIds }
  const whole = day.routes.find(({ stops }) => stops.some(({ delivery_id }) => delivery_id === deliveryId))
  return whole ? whyThere(tools, asked, whole) : whyNowhere(tools, asked)
}

const aboutOf = ({ day, delivery }: Asked) => ({
  plan_version: day.plan.version,
  delivery_id: delivery.id,
  delivery_number: delivery.number,
})

async function whyThere(tools: Tools, asked: Asked, whole: WholeRoute): Promise<DeliveryWhy> {
  const { day, delivery } = asked
  const { route, stops } = whole
  const own = stops.filter(({ delivery_id }) => delivery_id === delivery.id)
  const place = own.at(-1)!
  const base = {
    is: 'planned' as const,
    ...aboutOf(asked),
    route_id: route.id,
    driver_name: route.driver_name,
    arrivals: own.map((stop) => arrivalAt(day, whole, stop)),
    travel: sayTravel(day.plan.travel, day.settings, day.drivers.get(route.driver_id)),
  }
  const edited = editable(day).find(({ id }) => id === route.id)!
  const open = edited.stops.filter(({ delivery_id }) => delivery_id === delivery.id)
  const nothing = { is_cheapest_place: null, next_place: null, drivers: [], fixes: [] }
  if (!open.length)
    return { ...base, ...nothing, sentences: ['It was canceled, and leaves the route when that is next timed.'] }
  if (open.some(({ isDone }) => isDone)) {
    const sentence = `${route.driver_name} has been there or is on the way, so it stays where it is.`
    return { ...base, ...nothing, sentences: [sentence] }
  }
  const answer = await answersOf(tools, asked, edited).catch((error: unknown) => {
    if (error instanceof AppError) return error.message
    throw error
  })
  if (typeof answer === 'string') return { ...base, ...nothing, sentences: [answer] }
  const { drivers, here } = answer
  const is_cheapest_place = here.length ? here.every(({ place: { effect } }) => priceOf(effect) >= 0) : null
  const [next] = here
  const visits = stops.filter(({ kind }) => kind === 'pickup' || kind === 'delivery').length
  return {
    ...base,
    is_cheapest_place,
    next_place: next?.place ?? null,
    drivers,
    fixes: movesTo(delivery, route, next?.place, drivers),
    sentences: sayPlanned({
      driver: route.driver_name,
      position: place.sequence,
      visits,
      isLocked: own.some(({ locked }) => locked),
      next: next?.place,
      drivers,
    }),
  }
}

async function whyNowhere(tools: Tools, asked: Asked): Promise<DeliveryWhy> {
  const { day, delivery } = asked
  const left = day.unassigned.find(({ delivery_id }) => delivery_id === delivery.id)
  const base = { is: 'unassigned' as const, ...aboutOf(asked), reason_code: left?.reason_code ?? 'late_order' }
  const nothing = { drivers: [], fixes: [] }
  if (delivery.status !== 'pending') {
    const sentence =
      delivery.status === 'planned' || delivery.status === 'dispatched'
        ? 'It is on a route of another plan by now.'
        : 'It is no longer waiting for a route.'
    return { ...base, ...nothing, reason_code: 'not_waiting', sentences: [sentence] }
  }
  if (!delivery.location || (delivery.pickup && !delivery.pickup.location)) {
    const sentence = left?.reason ?? 'It has no position on the map yet. Set one first.'
    return { ...base, ...nothing, reason_code: 'no_location', sentences: [sentence] }
  }
  const answer = await answersOf(tools, asked, undefined)
  if (typeof answer === 'string') return { ...base, ...nothing, sentences: [answer] }
  const { drivers, tried } = answer
  return { ...base, drivers, fixes: fixesFor(delivery, tried), sentences: sayUnassigned(drivers, left?.reason) }
}

type Place = NonNullable<WhyDriver['place']>
type Answers = { drivers: WhyDriver[]; tried: Tried[]; here: { place: Place }[] }

/** What a place costs, to put the cheapest first: money where there are costs, and driving otherwise. */
const priceOf = (effect: Place['effect']) => effect.cost ?? effect.driving_seconds

/** Asks every driver; of the one who has the delivery, the other places on the route. A sentence if nobody can be asked. */
async function answersOf(
  tools: Tools,
  { day, delivery, idleIds }: Asked,
  own: EditRoute | undefined,
): Promise<Answers | string> {
  const facts = factsOf(day, tools.newId)
  const all = editable(day)
  const without = own ? applyEdit(all, { type: 'remove', delivery_ids: [delivery.id] }, facts) : all
  const idle = possibleRoutes(day, idleIds, tools.newId)
  const routes = [...without, ...idle]
  const question = placesQuestion(day, routes, delivery)
  if ('why' in question) return question.why
  const { problem, plan, order, routeOf } = question
  const vehicleOfOwn = [...routeOf].find(([, id]) => id === own?.id)?.[0]
  const answer = problem.vehicles.length
    ? await tools.engine.offers({ problem, plan, order, own: vehicleOfOwn }, tools.workspaceId)
    : { kind: 'offers' as const, offers: [] }
  if (answer.kind === 'refused') throw new AppError('plan_outdated', { detail: answer.message })

  const judge = (whole: WholeRoute) => judged(day, whole)
  const storedOf = (id: string) => day.routes.find(({ route }) => route.id === id)
  const told = { numberOf: facts.numberOf, tolerance: day.settings.promise_tolerance_minutes }
  const ownBefore = own && storedOf(own.id)
  const shortened = own && without.find(({ id }) => id === own.id)
  const ownAfter = shortened?.stops.length ? timeRoute(day, shortened, tools.newId) : undefined
  const warned = warnedDay(day)

  /** What putting it there makes of the plan. */
  const tryAt = (route: EditRoute, positions: readonly number[]): NonNullable<Tried['at']> => {
    const position = positions.at(-1)! + 1
    const edit: SettledEdit = {
      type: 'insert',
      delivery_id: delivery.id,
      route_id: route.id,
      position,
      ...(positions.length > 1 && { pickup_position: positions[0]! + 1 }),
    }
    const [edited] = applyEdit([route], edit, facts) as [EditRoute]
    const after = timeRoute(day, edited, tools.newId)
    const isOwn = route.id === own?.id
    const stored = storedOf(route.id)
    const before = [...(ownBefore ? [ownBefore] : []), ...(stored && !isOwn ? [stored] : [])]
    const now = [...(ownAfter && !isOwn ? [ownAfter] : []), after]
    const effect = effectOf(before.map(judge), now.map(judge), told)
    const stop = after.stops.findLast(({ delivery_id }) => delivery_id === delivery.id)!
    const ridesBefore = longRides(day, route)
    const rides = [...longRides(day, edited)].filter(([id, over]) => over > (ridesBefore.get(id) ?? 0))
    const tried = triedRoute(day, edited, after, isOwn ? ownAfter : stored, new Map(rides))
    return {
      place: {
        position,
        pickup_position: edit.pickup_position ?? null,
        arrival_at: stop.arrival_at,
        effect,
      },
      route: tried,
      reasons: reasonsAgainst(delivery.id, tried, warned),
    }
  }
  const offers = new Map(answer.offers.map((offer) => [routeOf.get(offer.vehicle)!, offer]))
  const tried = routes.flatMap((route): Tried[] => {
    const driver = day.drivers.get(route.driver_id)
    const stored = storedOf(route.id)
    if (route.id === own?.id) return []
    const base = {
      driver_id: route.driver_id,
      driver_name: driver?.name ?? stored?.route.driver_name ?? '',
      vehicle_code: stored ? stored.route.vehicle_code : (driver?.vehicle?.code ?? null),
      route_id: stored ? route.id : null,
    }
    const offer = offers.get(route.id)
    if (offer) return [{ ...base, ...fitting(offer, tryAt(route, offer.place.positions)) }]
    return [{ ...base, fits: false, reasons: [cannotBeAsked(day, route)], at: undefined }]
  })
  const sorted = tried.toSorted((a, b) => order1(a) - order1(b) || price(a) - price(b))
  const ownOffer = own && offers.get(own.id)
  const current = own?.stops.flatMap(({ delivery_id }, at) => (delivery_id === delivery.id ? [at] : [])).join()
  const here = shortened
    ? [...(ownOffer?.fits ? [ownOffer.place] : []), ...(ownOffer?.others ?? [])]
        .filter(({ positions }) => positions.join() !== current)
        .slice(0, 3)
        .map(({ positions }) => ({ place: tryAt(shortened, positions).place }))
        .toSorted((a, b) => priceOf(a.place.effect) - priceOf(b.place.effect))
    : []
  return {
    tried: sorted,
    here,
    drivers: sorted.map(({ at, ...driver }) => ({ ...driver, place: at?.place ?? null })),
  }
}

/** Who can take it comes first, then those who lack the least. */
const order1 = ({ fits, at, reasons }: Tried) => (fits ? 0 : at ? reasons.length : 99)
const price = ({ at }: Tried) => (at ? priceOf(at.place.effect) : 0)

function fitting(offer: Offer, at: NonNullable<Tried['at']>) {
  if (offer.fits) return { fits: true, reasons: [], at }
  const rest = { code: 'no_room', sentence: 'has no place for it that keeps every break, trip and limit' }
  return { fits: false, reasons: at.reasons.length ? at.reasons : [rest], at }
}

function cannotBeAsked(day: PlanToChange, route: EditRoute) {
  if (!day.drivers.has(route.driver_id)) return { code: 'driver_inactive', sentence: 'is no longer active' }
  const blocked = route.vehicle_id === null ? null : day.vehicles.get(route.vehicle_id)?.blocked
  if (blocked) return { code: 'vehicle_blocked', sentence: blocked.replace(/\.$/, '') }
  if (!timesOf(day, route).works) return { code: 'driver_off_duty', sentence: 'does not work that day' }
  return { code: 'route_late', sentence: 'is late already, with several trips: its route cannot be compared' }
}

/** How long the variants of a plan may be calculated: more for a long day, which takes longer to read. */
const weighSeconds = (stops: number) => Math.min(4, 1.2 + stops / 500)

/** A variant of a plan: without one kind of constraint, or with all of them. */
type Variant = { code: ConstraintCode | null; day: PlanToChange; question: Question }

/**
 * Which constraints of a plan cost most, by calculating it without each of them, from the same plan and for the same time.
 * @param standing deliveries that stay with the driver of their standing route
 */
export async function explainPlan(tools: Tools, read: PlanToChange, standing: ReadonlySet<string>): Promise<PlanWhy> {
  const { plan } = read
  const asked = { ...plan, ...wholePlan, revises: plan.id, standing, newId: tools.newId }
  // Work for which there is no place or no time at all would shift the numbers of the others.
  const aside = new Set(revisionQuestion(read, asked).planned.setAside.map(({ delivery }) => delivery.id))
  const deliveries = new Map([...read.deliveries].filter(([id, { status }]) => !aside.has(id) || status !== 'pending'))
  const day = { ...read, deliveries }
  const variantOf = (code: ConstraintCode | null): Variant => {
    const without = code ? withoutConstraint(day, code) : day
    return { code, day: without, question: revisionQuestion(without, asked) }
  }
  const kept = variantOf(null)
  const { problem } = kept.question.planned
  const base = { plan_version: plan.version, constraints: [], tried: [] }
  if (!problem.vehicles.length) return { ...base, sentences: sayConstraints([], 0) }
  const variants = constraintsOf(day)
    .map(variantOf)
    .filter(({ question: { planned } }) => isAlike(planned.problem, problem))
  const answer = await tools.engine.weigh(
    {
      base: problem,
      variants: [kept, ...variants].map(({ question: { planned } }) => {
        // Places are the same, and sent once.
        const own = { ...planned.problem, ...(problem.matrices && { matrices: problem.matrices }) }
        return { problem: own, bare: bareOf(own, planned.deliveries) }
      }),
      seconds: weighSeconds(problem.jobs.length + 2 * problem.shipments.length),
    },
    tools.workspaceId,
  )
  if (answer.kind === 'refused') throw new AppError('plan_outdated', { detail: answer.message })
  const [first, ...rest] = answer.plans.map((solved, at) => weighed([kept, ...variants][at]!, solved))
  const constraints = dearest(rest, first!, problem).map(({ variant, rows, weight }) => ({
    code: variant.code!,
    ...constraintWords[variant.code!],
    effect: effectBetween(first!.weight, weight, kept.question.planned),
    ...brokenIn(day, variant.code!, rows, first!.rows),
  }))
  return {
    ...base,
    constraints,
    tried: variants.flatMap(({ code }) => code ?? []),
    sentences: sayConstraints(constraints, problem.vehicles.length),
  }
}

/** Everything that is not done yet may change. */
const wholePlan = { scope: 'day' as const, choices: null, what_if: null, driver_ids: [], time_limit_seconds: 1 }

type Problem = Question['planned']['problem']

/** Whether the same vehicles serve the same deliveries, with the same numbers. */
const isAlike = (one: Problem, other: Problem) =>
  one.vehicles.length === other.vehicles.length &&
  one.jobs.length === other.jobs.length &&
  one.shipments.length === other.shipments.length

/** The routes of a variant, and what they come to. Lateness is that of windows that count there. */
function weighed(variant: Variant, solved: Weighed['plans'][number]) {
  const { planned, settings } = variant.question
  const rows = toRoutes(variant.day.day, settings, planned, solved)
  const late_seconds = rows
    .flatMap(({ stops }) => stops)
    .reduce((total, stop) => total + lateSeconds(variant.day, asStop(stop)), 0)
  const weight = {
    cost: sum(solved.routes, ({ cost }) => cost),
    distance_km: sum(rows, ({ distance_km }) => distance_km),
    driving_seconds: sum(rows, ({ driving_seconds }) => driving_seconds),
    late_seconds: Math.round(late_seconds),
    unassigned: solved.unassigned,
  }
  return { variant, rows, weight }
}

const sum = <T>(all: readonly T[], pick: (each: T) => number) => all.reduce((total, each) => total + pick(each), 0)
