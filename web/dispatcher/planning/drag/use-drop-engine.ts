import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { getPlanProblem } from '#domain/api/plan-changes.ts'
import { getPlanTravel } from '#domain/api/travel.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { instantOf } from '#domain/time.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useCalm } from '#web/lib/use-calm.ts'
import { createDropEngine } from './drop-engine.ts'

/** Shifts and the present move on, though the plan stays. */
const freshMilliseconds = 5 * 60_000

/**
 * The engine for a plan, loaded in the background. It keeps in step: changed routes are handed over at once, and the problem
 * is read again for every version of the plan.
 */
export function useDropEngine(plan: Plan | undefined, zone: string, isWanted: boolean) {
  // The board is drawn first.
  const isOn = useCalm(isWanted && plan !== undefined) && isWanted
  const [engine] = useState(createDropEngine)
  const state = useSyncExternalStore(engine.subscribe, engine.state)
  const id = plan?.id ?? ''
  const problem = useQuery({
    queryKey: keys.plans.problem(id, plan?.version ?? 0),
    queryFn: ({ signal }) => call(getPlanProblem, { params: { id }, signal }),
    enabled: isOn && plan !== undefined,
    staleTime: freshMilliseconds,
    refetchInterval: freshMilliseconds,
    placeholderData: (before) => (before?.plan_id === id ? before : undefined),
  })
  const drivesOnRoads = plan?.travel !== null && plan?.travel?.engine !== 'great_circle'
  const travel = useQuery({
    queryKey: keys.plans.travel(id, problem.data?.version ?? 0),
    queryFn: async ({ signal }) => (await callForFile(getPlanTravel, { params: { id }, signal })).arrayBuffer(),
    enabled: isOn && drivesOnRoads && problem.data !== undefined,
    staleTime: freshMilliseconds,
    placeholderData: (before) => before,
  })

  const day = plan?.day
  useEffect(() => () => engine.stop(), [engine])
  useEffect(() => {
    if (!day || !problem.data) return
    engine.tell({
      problem: problem.data,
      travel: travel.data ?? null,
      midnight: instantOf(day, '00:00', zone).getTime(),
    })
  }, [engine, day, problem.data, travel.data, zone])
  useEffect(() => {
    if (plan && isOn) engine.show(plan.routes)
  }, [engine, plan, isOn])
  return {
    engine,
    state: problem.isError ? ('failed' as const) : state,
    /** Until the travel tables are there, drives are straight lines. */
    isExact: !drivesOnRoads || travel.data !== undefined,
  }
}
