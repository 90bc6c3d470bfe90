import { engineFields } from './engine-fields.ts'
import { fail, type Fields, fieldsOf, given, list, maxSeconds, show, wholeNumber } from './fields.ts'
import { promisedWindows } from './promised-windows.ts'
import type { GroupRules, TimeWindow, VroomInput } from './vroom.ts'

const maxCost = 1e9
const balanced = ['time', 'tasks', 'load']

/** Checks the group names of a job or a shipment, if given. */
export function validateGroupNames(of: Fields, path: string): void {
  if (!given(of, 'groups')) return
  names(list(of, 'groups', `${path}.groups`), `${path}.groups`)
}

/** Checks the names of the groups that a vehicle mixes, if given. */
export function validateMixes(of: Fields, path: string): void {
  if (given(of, 'mixes')) names(list(of, 'mixes', `${path}.mixes`), `${path}.mixes`)
}

/** Checks the rules on the whole plan, after jobs and vehicles have been checked. */
export function validatePlanRules(problem: VroomInput, toCome?: Grouped): void {
  const fields = problem as unknown as Fields
  if (given(fields, 'groups')) validateGroups(problem, toCome)
  if (given(fields, 'previous')) validatePrevious(problem)
  if (given(fields, 'compactness')) {
    const compactness = fieldsOf(fields['compactness'], 'compactness', engineFields.compactness)
    wholeNumber(compactness, 'cost_per_hour', 'compactness', 1e6, true)
  }
  if (!given(fields, 'balance')) return
  const balance = fieldsOf(fields['balance'], 'balance', engineFields.balance)
  if (!balanced.includes(balance['of'] as string)) fail('balance.of', `is none of ${balanced.join(', ')}`)
  if (balance['of'] === 'load' && !problem.vehicles[0].capacity?.length) fail('balance.of', 'there are no loads')
  const { strength } = balance
  if (typeof strength !== 'number' || !(strength >= 0 && strength <= 1e6))
    fail('balance.strength', `${show(strength)} is not a number between 0 and 1000000`)
}

type Grouped = { groups?: string[] }

function validateGroups({ groups, jobs = [], shipments = [] }: VroomInput, toCome?: Grouped) {
  const rules = fieldsOf(groups, 'groups', engineFields.groups)
  const carried = new Set([...jobs, ...shipments, toCome ?? {}].flatMap((job: Grouped) => job.groups ?? []))
  const known = (values: unknown[], path: string) => {
    names(values, path).forEach((name, i) => {
      // A misspelled name would silently apply to nothing.
      if (!carried.has(name)) fail(`${path}[${i}]`, `no job or shipment is in group ${show(name)}`)
    })
  }
  for (const kind of ['together', 'one_of'] as const)
    if (given(rules, kind)) known(list(rules, kind, `groups.${kind}`), `groups.${kind}`)
  for (const kind of ['apart', 'apart_on_board'] as const) {
    if (!given(rules, kind)) continue
    list(rules, kind, `groups.${kind}`).forEach((value, i) => {
      const path = `groups.${kind}[${i}]`
      if (!Array.isArray(value) || value.length < 2) fail(path, 'must be a list of two groups or more')
      known(value, path)
    })
  }
  jobs.forEach((job, j) => keepsApart(job, `jobs[${j}].groups`, groups))
  shipments.forEach((shipment, j) => keepsApart(shipment, `shipments[${j}].groups`, groups))
}

/** Checks the groups of an added job or shipment. */
export function validateGroupsOf(order: { groups?: string[] }, { groups }: VroomInput): void {
  keepsApart(order, 'order.groups', groups)
}

function keepsApart(job: { groups?: string[] }, path: string, { apart = [], apart_on_board = [] }: GroupRules = {}) {
  const check = (lists: readonly string[][], rule: string) => {
    for (const names of lists) {
      const both = (job.groups ?? []).filter((name) => names.includes(name))
      if (both.length > 1) fail(path, `${both.map(show).join(' and ')} must not ${rule}`)
    }
  }
  check(apart, 'share a vehicle')
  check(apart_on_board, 'be on board together')
}

function validatePrevious({ previous, jobs = [], shipments = [], vehicles }: VroomInput) {
  const fields = fieldsOf(previous, 'previous', engineFields.previous)
  wholeNumber(fields, 'max_moved', 'previous', maxCost)
  wholeNumber(fields, 'cost_per_moved', 'previous', maxCost)
  wholeNumber(fields, 'promise_tolerance', 'previous', maxSeconds)
  const things = new Map<string, { time_windows?: TimeWindow[] }>(jobs.map((job) => [`job ${job.id}`, job]))
  for (const { pickup, delivery } of shipments)
    things.set(`pickup ${pickup.id}`, pickup).set(`delivery ${delivery.id}`, delivery)
  const places = new Map<string, string>()
  const ids = new Set<unknown>(vehicles.map(({ id }) => id))
  let promises = 0
  list(fields, 'routes', 'previous.routes').forEach((value, r) => {
    const path = `previous.routes[${r}]`
    const route = fieldsOf(value, path, engineFields.previousRoute)
    if (!ids.delete(route['vehicle']))
      fail(`${path}.vehicle`, `there is no vehicle ${show(route['vehicle'])}, or it came before`)
    list(route, 'steps', `${path}.steps`).forEach((entry, i) => {
      const at = `${path}.steps[${i}]`
      const step = fieldsOf(entry, at, engineFields.previousStep)
      const name = `${String(step['type'])} ${String(step['id'])}`
      const thing = things.get(name)
      if (!thing) fail(at, `there is no ${name}`)
      if (places.has(name)) fail(at, `${name} is already in ${places.get(name)}`)
      places.set(name, at)
      wholeNumber(step, 'promised', at, maxSeconds)
      if (!given(step, 'promised')) return
      promises++
      if (!given(fields, 'promise_tolerance'))
        fail(`${at}.promised`, 'has no meaning without previous.promise_tolerance')
      if (
        promisedWindows(thing.time_windows, step['promised'] as number, fields['promise_tolerance'] as number)
          .length === 0
      )
        fail(`${at}.promised`, `${show(step['promised'])} is outside of all time windows of ${name}`)
    })
  })
  if (given(fields, 'promise_tolerance') && promises === 0)
    fail('previous.promise_tolerance', 'has no meaning: no step has a promised time')
}

function names(values: unknown[], path: string): string[] {
  values.forEach((value, i) => {
    if (typeof value !== 'string' || value === '') fail(`${path}[${i}]`, 'must be the name of a group')
    if (values.indexOf(value) < i) fail(`${path}[${i}]`, `${show(value)} is there twice`)
  })
  return values as string[]
}
