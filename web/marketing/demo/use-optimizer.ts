import { useEffect, useRef, useState } from 'react'
import { EngineError, runEngine } from './engine.ts'
import { figuresOf, type Figures } from './figures.ts'
import { measureRoute, nearestNeighborOrder } from './nearest-neighbor.ts'
import type { Position, RouteStop } from './route-stop.ts'
import type { FormStop } from './stop-list.ts'
import { problemOf, toRouteStops, type Problem } from './validation.ts'

/** A route through the stops. */
export type Drive = { order: readonly number[]; path: readonly Position[]; figures: Figures }

/** The routes found, and the stops they were found for. */
export type Outcome = { stops: readonly FormStop[]; asEntered: Drive; nearest: Drive; engine?: Drive }

/** The comparison with our engine needs more stops than the form starts with. */
export const isComparable = (stops: readonly unknown[]) => stops.length > 3

/**
 * The answer is instant. The busy label stays long enough for people, and screen readers, to notice that something
 * happened.
 */
const noticeableMilliseconds = 400

type State = { outcome?: Outcome; problem?: Problem; engineProblem?: string; isBusy: boolean }

/** Finds routes for the form's stops. A new run, or leaving the page, cancels the one in progress. */
export function useOptimizer() {
  const [state, setState] = useState<State>({ isBusy: false })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  /**
   * Resolves to whether it found a route.
   * @param pause false if no button was pressed
   */
  const optimize = async (stops: readonly FormStop[], isComparing: boolean, pause = true): Promise<boolean> => {
    const signal = start()
    const problem = problemOf(stops)
    if (problem) {
      setState({ problem, isBusy: false })
      return false
    }
    const routeStops = toRouteStops(stops)
    const outcome = withoutEngine(stops, routeStops)
    if (pause) {
      setState({ outcome: undefined, isBusy: true })
      await new Promise((wake) => setTimeout(wake, noticeableMilliseconds))
      if (signal.aborted) return false
    }
    setState({ outcome, isBusy: false })
    if (isComparing && isComparable(stops)) await compare(outcome, signal)
    return true
  }

  const compare = async (outcome: Outcome, signal = start()) => {
    const routeStops = toRouteStops(outcome.stops)
    setState({ outcome: { ...outcome, engine: undefined }, isBusy: true })
    try {
      const order = await runEngine(routeStops, signal)
      setState({ outcome: { ...outcome, engine: drive(routeStops, order) }, isBusy: false })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof EngineError)) throw error
      setState({ outcome, engineProblem: error.message, isBusy: false })
    }
  }

  /** Keeps what was found and cancels a search in progress. */
  const cancel = () => {
    running.current?.abort()
    setState((before) => ({ ...before, isBusy: false, engineProblem: undefined }))
  }
  /** Call when the stops change: their problem may be fixed. */
  const forgetProblem = () => setState((before) => ({ ...before, problem: undefined }))
  return { ...state, optimize, compare, cancel, forgetProblem }
}

function withoutEngine(stops: readonly FormStop[], routeStops: readonly RouteStop[]): Outcome {
  return {
    stops,
    asEntered: drive(routeStops, [...routeStops.keys()]),
    nearest: drive(routeStops, nearestNeighborOrder(routeStops)),
  }
}

/** The route that figures, stop order and pins are about: our engine's while it is compared, else nearest neighbor's. */
export function shownDrive(outcome: Outcome | undefined, isComparing: boolean): Drive | undefined {
  return (isComparing && outcome?.engine) || outcome?.nearest
}

function drive(stops: readonly RouteStop[], order: readonly number[]): Drive {
  const result = measureRoute(stops, order)
  return { order, path: result.route, figures: figuresOf(result) }
}
