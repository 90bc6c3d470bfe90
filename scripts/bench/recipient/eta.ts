import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calibrationByLead, calibrationOf } from '#domain/eta/calibration.ts'
import { emptyModel, fit, type Model, type Observation } from '#domain/eta/learn.ts'
import { fitWidths, modelWidths, usualWidths, type SaidWidth, type Widths } from '#domain/eta/widths.ts'
import { calibrationSvg } from './draw/calibration-svg.ts'
import { daysOf, type World } from './eta/fleet.ts'
import { sayAlong } from './eta/say.ts'

/*
 * Days of the simulator, estimated as they go on, as the server does, with what the nights before taught; what was said is
 * then held against the arrivals. The widths that ship are fitted on other days than those that they are measured on.
 */
const learningDays = 10
const judgedDays = 40
const widthDays = 30
const fittedSeeds = [101, 102, 103, 104, 105, 106]
const judgedSeeds = [41, 42, 43, 44]
const usual: World = { drivers: 0.15, weather: 0.08, traffic: 0.2 }
const rough: World = { drivers: 0.25, weather: 0.2, traffic: 0.4 }
const file = join(import.meta.dirname, '../../../docs/images/eta-calibration.svg')

export async function run(): Promise<void> {
  const fitted = fitWidths(
    live(fittedSeeds, usual, () => modelWidths),
    modelWidths,
  )
  console.log('  widths fitted on days of other seeds, before and after the middle')
  for (const [lead, { early, late }] of fitted.entries()) {
    const ships = usualWidths[lead]!
    console.log(`  ${early.toFixed(2)} and ${late.toFixed(2)}; those that ship are ${ships.early} and ${ships.late}`)
  }
  judge(
    'the model alone',
    live(judgedSeeds, usual, () => modelWidths),
  )
  judge(
    'with the widths that ship',
    live(judgedSeeds, usual, () => usualWidths),
  )
  const said = live(judgedSeeds, usual, fitWidths)
  judge('with widths learned at night', said)
  judge(
    'traffic twice as rough, with the widths that ship',
    live(judgedSeeds, rough, () => usualWidths),
  )
  judge('traffic twice as rough, with widths learned at night', live(judgedSeeds, rough, fitWidths))
  writeFileSync(file, calibrationSvg(calibrationByLead(said)))
  console.log('Drawn into docs/images/eta-calibration.svg: widths learned at night.')
}

type LearnWidths = (said: SaidWidth[]) => Widths

const live = (seeds: number[], world: World, learnWidths: LearnWidths) =>
  seeds.flatMap((seed) => liveOf(seed, world, learnWidths))

/** What a fleet was told, from the day on that is judged. Each night learns from the days before. */
function liveOf(seed: number, world: World, learnWidths: LearnWidths): SaidWidth[] {
  const all: Record<'drive' | 'service', Observation[]> = { drive: [], service: [] }
  const said: SaidWidth[][] = []
  let model: Model = emptyModel()
  for (const today of daysOf(seed, learningDays + judgedDays, world)) {
    const widths = learnWidths(said.slice(-widthDays).flat())
    said.push(today.flatMap((driven) => sayAlong(driven, model, widths)))
    for (const { seen } of today) {
      all.drive.push(...seen.drive)
      all.service.push(...seen.service)
    }
    model = { drive: fit(all.drive.slice(-20_000)), service: fit(all.service.slice(-20_000)) }
  }
  return said.slice(learningDays).flat()
}

function judge(name: string, said: readonly SaidWidth[]): void {
  console.log(`\n  ${name}`)
  print('all', calibrationOf(said))
  for (const each of calibrationByLead(said)) print(`${each.from_minutes} to ${each.to_minutes} min before`, each)
}

function print(of: string, { said, levels }: ReturnType<typeof calibrationOf>): void {
  const shares = levels.map(({ probability, within }) => `${percent(probability)} held ${percent(within / said, 1)}`)
  console.log(`  ${of.padEnd(24)} ${String(said).padStart(7)} said   ${shares.join('   ')}`)
}

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)}%`
