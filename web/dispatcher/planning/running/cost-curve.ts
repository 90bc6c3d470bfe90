import type { PlanProgress } from '#domain/schema/plan.ts'
type Point = PlanProgress['history'][number]

/** The SVG paths of the falling line and the area below it, and where the line ends. */
type CostCurve = { line: string; area: string; end: { x: number; y: number } }

/**
 * The falling line in a box of `width` by `height`. Costs drop whenever a better plan is found, so the line falls in
 * steps. It ends at `now`. Null until there is something to draw.
 */
export function costCurve(
  history: readonly Point[],
  limitSeconds: number,
  now: number,
  box: { width: number; height: number },
): CostCurve | null {
  const [first, ...rest] = history
  const last = history.at(-1)
  if (!first || !last) return null
  const costs = history.map((point) => point.cost)
  const lowest = Math.min(...costs)
  const highest = Math.max(...costs)
  const present = Math.max(now, last.elapsed_seconds)
  const span = Math.max(limitSeconds, present)
  const x = (seconds: number) => round((seconds / span) * box.width)
  const y = (cost: number) =>
    round(highest === lowest ? box.height / 2 : ((highest - cost) / (highest - lowest)) * box.height)
  const steps = rest.map((point) => `H${x(point.elapsed_seconds)}V${y(point.cost)}`).join('')
  const line = `M${x(first.elapsed_seconds)} ${y(first.cost)}${steps}H${x(present)}`
  return {
    line,
    area: `${line}V${box.height}H${x(first.elapsed_seconds)}Z`,
    end: { x: x(present), y: y(last.cost) },
  }
}

/** The line as text. */
export function costSentence(history: readonly Point[], name: string, say: (cost: number) => string): string {
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return 'No plan has been found yet.'
  if (first.cost === last.cost) return `${name} of the best plan so far: ${say(last.cost)}.`
  const verb = last.cost < first.cost ? 'fell' : 'rose'
  return `${name} ${verb} from ${say(first.cost)} to ${say(last.cost)}.`
}

const round = (value: number) => Math.round(value * 10) / 10
