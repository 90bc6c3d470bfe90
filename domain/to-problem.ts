import { plannedBefore } from './problem/before.ts'
import { hourOf } from './problem/choices.ts'
import { clockOf } from './problem/clock.ts'
import { groupRules } from './problem/groups.ts'
import { haveSeveralDepots, needsOf, skillsOf, type Need } from './problem/needs.ts'
import { perParcelOf } from './problem/costs.ts'
import { scaleCosts } from './problem/scale-costs.ts'
import { orderSteps } from './problem/order-steps.ts'
import { sortOut } from './problem/set-aside.ts'
import type { PlannerSettings } from './problem/settings.ts'
import { tasksOf } from './problem/task-of.ts'
import { toJob, toShipment } from './problem/tasks.ts'
import { speedZonesOf } from './problem/speed-zones.ts'
import { standingRoutes } from './problem/standing.ts'
import { haveDistricts } from './problem/territory-of.ts'
import { trafficOf } from './problem/traffic.ts'
import { roomsOf } from './problem/rooms.ts'
import type { DayProblem } from './problem/day-problem.ts'
import type { PlannerDelivery, PlannerDriver } from './problem/types.ts'
import { toVehicle } from './problem/vehicle.ts'
import { workingTime } from './problem/working-time.ts'
import { earliestStart } from './start-of-day.ts'

/**
 * Turns one day into the solver's problem. Times are seconds since local midnight of `day`; quantities are grams,
 * milliliters and pieces. The solver computes travel itself, by great circle at the workspace's speed, so that the distances
 * and times in its answer agree.
 * @param departure when the first route could leave, if the day may be today
 * @param choosesPlaces whether the solver chooses among the places of each delivery; otherwise each goes to its own address
 */
export function toProblem<D extends PlannerDelivery, R extends PlannerDriver>(
  day: string,
  settings: PlannerSettings,
  drivers: R[],
  deliveries: D[],
  departure = new Date(0),
  { choosesPlaces = false }: { choosesPlaces?: boolean } = {},
): DayProblem<D, R> {
  const at = clockOf(day, settings.time_zone)
  const earliest = earliestStart(day, departure, settings.time_zone)
  const { plannable, setAside } = sortOut(deliveries, settings, at, earliest, choosesPlaces)
  const result: DayProblem<D, R> = {
    problem: { jobs: [], shipments: [], vehicles: [], speed_kmh: settings.speed_kmh, ...detourOf(settings) },
    deliveries: new Map(plannable.map((delivery, index) => [index + 1, delivery])),
    tasks: new Map(),
    needs: new Map(),
    drivers: new Map(),
    setAside,
    offDuty: [],
    earliestStart: earliest,
    hasCosts: false,
    moneyPerCost: 1,
    rooms: roomsOf(
      drivers.map(({ vehicle }) => vehicle),
      plannable,
      { paysPieces: drivers.some(({ vehicle }) => perParcelOf(vehicle, settings) > 0) },
    ),
  }
  const { problem } = result

  const skillNumber = numbering()
  const hasDepots = haveSeveralDepots(plannable, drivers)
  const types = new Set(drivers.flatMap(({ vehicle }) => vehicle?.type ?? []))
  const groups = groupRules(plannable, settings)
  const hasDistricts = haveDistricts(drivers)
  const rules = { settings, at, types, rooms: result.rooms, mixed: groups.mixed, hasDistricts }
  const needs = new Map<string, Need>()
  for (const [id, delivery] of result.deliveries) {
    const own = needsOf(delivery, settings, hasDepots)
    result.needs.set(id, own)
    for (const need of own) needs.set(need.word, need)
    const skills = own.map(({ word }) => skillNumber(word))
    const { pickup } = delivery
    if (pickup) problem.shipments.push(toShipment(id, { ...delivery, pickup }, skills, groups.of(delivery), rules))
    else problem.jobs.push(toJob(id, delivery, skills, groups.of(delivery), rules))
  }
  for (const driver of drivers) {
    const working = workingTime(driver, day, settings.time_zone, earliest)
    if (!working) {
      result.offDuty.push(driver)
      continue
    }
    const id = result.drivers.size + 1
    result.drivers.set(id, driver)
    const met = [...needs.values()].filter((need) => need.isMetBy(driver)).map(({ word }) => word)
    const words = new Set([...skillsOf(driver), ...met])
    problem.vehicles.push(toVehicle(id, driver, working, [...words].map(skillNumber), rules))
  }
  result.tasks = tasksOf(problem)
  result.hasCosts = problem.vehicles.some(({ costs }) => costs)

  orderSteps(result)
  standingRoutes(result)
  const profiles = new Set(problem.vehicles.map(({ profile = 'car' }) => profile))
  Object.assign(problem, trafficOf(settings, profiles, at), speedZonesOf(settings, profiles, at))
  if (groups.rules) problem.groups = groups.rules
  if (settings.balance) problem.balance = settings.balance
  if (settings.compactness_percent && problem.vehicles.length > 0) {
    problem.compactness = { cost_per_hour: Math.ceil((hourOf(problem) * settings.compactness_percent) / 100) }
  }
  if (settings.same_address_service === 'longest') problem.same_address_service = 'longest'
  const previous = plannedBefore(result, settings, day)
  if (previous) problem.previous = previous
  result.moneyPerCost = scaleCosts(problem)
  return result
}

/** Without a routing engine, how much longer drives are than the straight line. */
const detourOf = ({ detour_factor = 1 }: PlannerSettings) => (detour_factor === 1 ? {} : { detour_factor })

/** Numbers words from 1, in order of appearance. */
function numbering(): (word: string) => number {
  const numbers = new Map<string, number>()
  return (word) => {
    if (!numbers.has(word)) numbers.set(word, numbers.size + 1)
    return numbers.get(word)!
  }
}
