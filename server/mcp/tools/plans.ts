import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { listDrivers } from '#domain/api/drivers.ts'
import { explainDelivery, explainPlan } from '#domain/api/plan-why.ts'
import * as api from '#domain/api/plans.ts'
import { listRisks } from '#domain/api/risks.ts'
import { Day } from '#domain/time.ts'
import { Refused } from '../api.ts'
import { asked, asking, askPerson, tool, type Work } from '../tool.ts'
import { count, lines, planLine, routeLine } from '../words.ts'
import { PlanShown, RouteShown, toPlan, toRoute } from './shapes.ts'

const planId = { plan_id: z.uuid() }

const findPlans = tool({
  name: 'find_plans',
  title: 'Find plans',
  description: 'List the plans of a day, or the newest ones. A plan is all routes of one day.',
  may: 'see_operations',
  kind: 'reads',
  input: z.strictObject({ day: Day.optional(), limit: z.int().min(1).max(50).default(10) }),
  output: z.object({ plans: z.array(PlanShown) }),
  async run({ day, limit }, { api: call }) {
    const { data } = await call(api.listPlans, { query: { day, limit } })
    return {
      text: data.length ? lines(data.map((plan) => planLine(plan))) : 'There are no plans.',
      data: { plans: data.map(toPlan) },
    }
  },
})

const isOpen = (state: string) => state === 'queued' || state === 'optimizing'
const everyMs = 500

const planDay = tool({
  name: 'plan_day',
  title: 'Plan a day',
  description:
    'Calculate the best routes for the pending deliveries of a day. The result is a draft that nobody has to follow yet. If it is not ready in time, read it later with show_plan.',
  may: 'change_planning',
  kind: 'adds',
  input: z.strictObject({
    day: Day,
    driver_ids: z
      .array(z.uuid())
      .min(1)
      .max(500)
      .optional()
      .describe('All active drivers who work that day unless given'),
    search_seconds: z.int().min(1).max(300).default(10).describe('How long to look for better routes'),
    wait_seconds: z.int().min(0).max(120).default(60),
  }),
  output: z.object({ plan: PlanShown, is_ready: z.boolean() }),
  async run({ day, driver_ids: given, search_seconds, wait_seconds }, work) {
    const driver_ids = given ?? (await driversOf(work, day))
    if (!driver_ids.length)
      throw new Refused('no_drivers', `No active driver works on ${day}. Add one, or choose another day.`)
    let plan = await work.api(api.createPlan, { body: { day, driver_ids, time_limit_seconds: search_seconds } })
    for (let waited = 0; isOpen(plan.state) && waited < wait_seconds * 1000; waited += everyMs) {
      const elapsed = Math.min(plan.progress?.elapsed_seconds ?? 0, search_seconds)
      await work.progress(
        elapsed,
        search_seconds,
        plan.state === 'queued' ? 'Waiting for its turn' : 'Looking for better routes',
      )
      await delay(everyMs, undefined, { signal: work.signal })
      plan = await work.api(api.getPlanProgress, { params: { id: plan.id } })
    }
    const isReady = !isOpen(plan.state)
    const leftOut = plan.totals?.unassigned ?? 0
    return {
      text: lines(
        isReady ? planLine(plan) : `The plan for ${day} is not ready yet. Read it later with show_plan and ${plan.id}.`,
        leftOut > 0 && 'Use explain_plan to say why some were left out.',
        `Plan ID: ${plan.id}`,
      ),
      data: { plan: toPlan(plan), is_ready: isReady },
    }
  },
})

/** The active drivers who work on a day. */
async function driversOf({ api: call }: Work, day: string): Promise<string[]> {
  const { off } = await call(api.getPlanningDay, { query: { day } })
  const absent = new Set(off.map(({ driver_id }) => driver_id))
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(listDrivers, { query: { limit: 200, cursor } })
    ids.push(...page.data.filter(({ id, active }) => active && !absent.has(id)).map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return ids
}

const showPlan = tool({
  name: 'show_plan',
  title: 'Show a plan',
  description: 'Show the routes of a plan with their stops, and what was left out.',
  may: 'see_operations',
  kind: 'reads',
  input: z.strictObject({
    ...planId,
    driver: z.string().max(100).optional().describe('Only the routes of drivers whose name has this'),
  }),
  output: z.object({
    plan: PlanShown,
    routes: z.array(RouteShown),
    left_out: z.array(z.object({ delivery_id: z.string(), number: z.number(), address: z.string(), why: z.string() })),
  }),
  async run({ plan_id: id, driver }, { api: call, timeZone }) {
    const plan = await call(api.getPlan, { params: { id } })
    const routes = plan.routes.filter(
      ({ driver_name }) => !driver || driver_name.toLowerCase().includes(driver.toLowerCase()),
    )
    const left = plan.unassigned.map(({ delivery_id, delivery_number, delivery_address, reason }) => ({
      delivery_id,
      number: delivery_number,
      address: delivery_address,
      why: reason,
    }))
    return {
      text: lines(
        planLine(plan),
        routes.map((route) => routeLine(route, timeZone)),
        plan.unassigned_groups.map(
          (group) => `Left out, ${count(group.count, 'delivery', 'deliveries')}: ${group.reason}`,
        ),
      ),
      data: { plan: toPlan(plan), routes: routes.map(toRoute), left_out: left },
    }
  },
})

const explain = tool({
  name: 'explain_plan',
  title: 'Explain a plan',
  description:
    'Explain why deliveries were left out of a plan and what would help, or with delivery_id why that one is where it is. Without it, also which limits cost most.',
  may: 'see_operations',
  kind: 'reads',
  input: z.strictObject({ ...planId, delivery_id: z.uuid().optional() }),
  output: z.object({
    sentences: z.array(z.string()),
    fixes: z.array(z.object({ label: z.string(), detail: z.string() })).describe('What would help, the cheapest first'),
    left_out: z.array(
      z.object({ count: z.number(), why: z.string(), fix: z.string().nullable(), delivery_ids: z.array(z.string()) }),
    ),
  }),
  async run({ plan_id: id, delivery_id }, { api: call }) {
    if (delivery_id) {
      const { sentences, fixes } = await call(explainDelivery, { params: { id, delivery_id } })
      const shown = fixes.map(({ label, detail }) => ({ label, detail }))
      return {
        text: lines(
          sentences,
          shown.map(({ label, detail }) => `Would help: ${label}. ${detail}`),
        ),
        data: { sentences, fixes: shown, left_out: [] },
      }
    }
    const { unassigned_groups: groups } = await call(api.getPlan, { params: { id } })
    const { sentences, constraints } = await call(explainPlan, { params: { id } })
    const left = groups.map((group) => ({
      count: group.count,
      why: group.reason,
      fix: group.fix?.sentence ?? null,
      delivery_ids: group.delivery_ids.slice(0, 100),
    }))
    return {
      text: lines(
        left.length
          ? left.map((each) =>
              `Left out, ${count(each.count, 'delivery', 'deliveries')}: ${each.why} ${each.fix ?? ''}`.trim(),
            )
          : 'Nothing was left out.',
        sentences,
      ),
      data: { sentences, fixes: constraints.map(({ label, remedy }) => ({ label, detail: remedy })), left_out: left },
    }
  },
})

const risks = tool({
  name: 'find_risks',
  title: 'What is late or at risk',
  description:
    'Find routes of a dispatched plan that are late, will be late, or cannot go on. By default of today’s plans.',
  may: 'see_positions',
  kind: 'reads',
  input: z.strictObject({
    plan_id: z.uuid().optional().describe('All dispatched plans of `day` unless given'),
    day: Day.optional().describe('Today unless given'),
  }),
  output: z.object({
    routes: z.array(
      z.object({
        plan_id: z.string(),
        route_id: z.string(),
        driver: z.string(),
        reason: z.string(),
        sentence: z.string(),
        late_seconds: z.number(),
        stops: z.array(
          z.object({
            delivery_id: z.string(),
            number: z.number(),
            due_at: z.string(),
            expected_at: z.string(),
            late_seconds: z.number(),
          }),
        ),
      }),
    ),
  }),
  async run({ plan_id, day }, work) {
    const { api: call } = work
    const ids = plan_id ? [plan_id] : await dispatchedPlans(work, day)
    const found = []
    for (const id of ids) found.push(await call(listRisks, { params: { id } }))
    const routes = found.flatMap(({ plan_id: of, routes: each }) =>
      each.map(({ route_id, driver_name, reason, sentence, late_seconds, stops }) => ({
        plan_id: of,
        route_id,
        driver: driver_name,
        reason,
        sentence,
        late_seconds,
        stops: stops.map(({ stop_id: _, ...stop }) => stop),
      })),
    )
    const nothing = ids.length ? 'Nothing is late or at risk.' : 'No plan of that day is dispatched.'
    return {
      text: routes.length ? lines(routes.map(({ driver, sentence }) => `${driver}: ${sentence}`)) : nothing,
      data: { routes },
    }
  },
})

async function dispatchedPlans({ api: call, now, timeZone }: Work, day?: string): Promise<string[]> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now())
  const { data } = await call(api.listPlans, { query: { day: day ?? today, limit: 50 } })
  return data.filter(({ state }) => state === 'dispatched').map(({ id }) => id)
}

const dispatch = tool({
  name: 'dispatch_plan',
  title: 'Dispatch a plan',
  description:
    'Approve a plan if it is a draft, and send its routes to the drivers. Recipients may be told. Asks first.',
  may: 'change_planning',
  kind: 'changes',
  input: z.strictObject({ ...planId, ...asking }),
  output: z.object({ ...asked, plan: PlanShown }),
  async run(input, { api: call, confirmations, timeZone }) {
    const params = { id: input.plan_id }
    if (!input.confirm) {
      const plan = await call(api.getPlan, { params })
      if (plan.state !== 'draft' && plan.state !== 'approved') {
        throw new Refused('not_dispatchable', `${planLine(plan)} Only a draft or an approved plan can be dispatched.`)
      }
      return {
        text: lines(
          planLine(plan),
          'This would send these routes to their drivers:',
          plan.routes.map((route) => routeLine(route, timeZone)),
          plan.doubtful_stops.length > 0 &&
            `${count(plan.doubtful_stops.length, 'position')} should be looked at before.`,
          askPerson,
        ),
        data: { done: false, confirm: confirmations.make('dispatch_plan', input, plan.version), plan: toPlan(plan) },
      }
    }
    const version = confirmations.take('dispatch_plan', input, input.confirm)
    const now = await call(api.getPlanProgress, { params })
    const approved = now.state === 'draft' ? await call(api.approvePlan, { params, version }) : { version }
    const plan = await call(api.dispatchPlan, { params, version: approved.version })
    return { text: `Dispatched. ${planLine(plan)}`, data: { done: true, confirm: null, plan: toPlan(plan) } }
  },
})

export const planTools = [findPlans, planDay, showPlan, explain, risks, dispatch]
