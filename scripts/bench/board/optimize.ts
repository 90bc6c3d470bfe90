import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { solve } from '#solver/index.ts'
import { valueOf } from '#solver/bench/instance.ts'
import { readBestKnown, readInstance, setNamed } from '#solver/bench/sets.ts'
import { buildSite } from '../../build.ts'
import { boardDay, withBoardDay } from '../../measure/board-day.ts'
import { root } from '../../tools.ts'

/** How long Routific says that it takes, and how long we may. */
const sizes = [
  { stops: 100, goalSeconds: 1, routificSeconds: 2 },
  { stops: 500, goalSeconds: 2, routificSeconds: 90 },
  { stops: 1000, goalSeconds: 3, routificSeconds: 250 },
  { stops: 2500, goalSeconds: 8, routificSeconds: 1330 },
]

/** From the press on Optimize to the first full plan on the screen, and how good such a plan is. */
export async function run(): Promise<void> {
  await buildSite()
  for (const size of sizes) await pressAndWait(size)
  firstPlans()
}

async function pressAndWait({ stops, goalSeconds, routificSeconds }: (typeof sizes)[number]): Promise<void> {
  await withBoardDay(stops, async ({ url, page }) => {
    const times: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      await page.goto(`${url}/dashboard/planning?day=${boardDay}&plan=new`)
      const button = page.getByRole('button', { name: 'Optimize', exact: true })
      await button.waitFor()
      await page.waitForTimeout(500)
      times.push((await page.evaluate(pressed)) as number)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.waitForTimeout(1500)
    }
    // The first press finds a server that has just started.
    const [first, ...others] = times
    const [best, median, worst] = others.toSorted((a, b) => a - b).map(inSeconds)
    console.log(
      `${stops} stops: ${median} s (${best} to ${worst}; right after the start ${inSeconds(first!)}) to the first full plan on the screen (goal: under ${goalSeconds} s; Routific: ${routificSeconds} s)`,
    )
  })
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(2)

/** Presses Optimize and waits, in the page, for the frame in which the first full plan is drawn. */
const pressed = `new Promise((resolve) => {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Optimize')
  const from = performance.now()
  button.click()
  const look = () => {
    const isThere = document.querySelector('[data-best]:not([data-best="0"])')
    const isDrawn = document.querySelector('section[aria-label="Best routes so far"] .leaflet-overlay-pane canvas')
    if (isThere && isDrawn) requestAnimationFrame(() => resolve(performance.now() - from))
    else requestAnimationFrame(look)
  }
  look()
})`

/** VROOM's published distance from the best known solutions, in percent, and its processor seconds. */
const vroom: Record<string, { set: string; gap: number; seconds: number }> = {
  'X-n1001-k43': { set: 'x', gap: 4.51, seconds: 73 },
  C1_10_1: { set: 'gh1000', gap: 0.01, seconds: 11 },
  R1_10_1: { set: 'gh1000', gap: 7.38, seconds: 23 },
  RC2_10_1: { set: 'gh1000', gap: 8.71, seconds: 62 },
  Leuven1: { set: 'xxl', gap: 2.89, seconds: 122 },
}

/** How far the first full plan is from the best known one on public instances, and how far the search comes by the goal. */
function firstPlans(): void {
  const folder = join(root, '../shared/bench')
  if (!existsSync(folder)) return console.log('The public instances are not next to the project.')
  const known = readBestKnown(folder)
  for (const [name, { set, gap, seconds }] of Object.entries(vroom)) {
    const chosen = setNamed(set)
    const instance = readInstance(chosen, folder, name)
    const { value } = known.get(`${chosen.folder}/${name}`)!
    const goal = (instance.problem.jobs?.length ?? 0) > 1000 ? 8 : 3
    const percentOf = (cost: number) => (100 * (cost - value)) / value
    const gapOf = (cost: number, routes: number) => percentOf((cost - (instance.fixed ?? 0) * routes) / instance.scale)
    let first: { seconds: number; gap: number } | undefined
    let passed: number | undefined
    const plan = solve(instance.problem, {
      timeLimitSeconds: goal,
      seed: 1,
      now: () => performance.now(),
      onProgress({ elapsedSeconds, cost, routes }) {
        first ??= { seconds: elapsedSeconds!, gap: gapOf(cost, routes) }
        if (gapOf(cost, routes) <= gap) passed ??= elapsedSeconds!
      },
    })
    const reached = percentOf(valueOf(instance, plan)).toFixed(2)
    console.log(
      `${name}: first full plan after ${first!.seconds.toFixed(2)} s, ${first!.gap.toFixed(1)} % above the best known; after ${goal} s ${reached} %; VROOM: ${gap} % in ${seconds} s, reached after ${passed?.toFixed(2) ?? '–'} s`,
    )
  }
}
