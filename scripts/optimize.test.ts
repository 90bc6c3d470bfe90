import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { check, checkPlanMode, type VroomInput, type VroomOutput } from '#solver/index.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'optimize-'))
afterAll(() => rmSync(folder, { recursive: true }))

const problem: VroomInput = {
  vehicles: [{ id: 1, start: [106.8, -6.2], end: [106.8, -6.2], time_window: [32_400, 61_200] }],
  jobs: Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    location: [106.8 + ((i * 7) % 12) / 100, -6.2 + ((i * 5) % 12) / 100] as [number, number],
    service: 300,
  })),
}

function optimize(flags: string[], input?: string) {
  const script = path.join(import.meta.dirname, 'optimize.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], { input, encoding: 'utf8' })
  return { status, stdout, stderr }
}

function file(content: string): string {
  const name = path.join(folder, 'problem.json')
  writeFileSync(name, content)
  return name
}

test('a problem file gives a plan on standard output and progress on standard error', () => {
  const { status, stdout, stderr } = optimize([file(JSON.stringify(problem)), '--iterations', '500'])
  expect(status).toBe(0)
  expect(check(problem, JSON.parse(stdout) as VroomOutput).errors).toEqual([])
  expect(stderr).toMatch(/cost \d+ {2}routes 1 {2}unassigned 0/)
})

test('several threads give the same plan every time, never worse than one thread', () => {
  const run = (threads: string) => {
    const flags = ['-', '--iterations', '300', '--threads', threads, '--seed', '3', '--quiet']
    const { status, stdout, stderr } = optimize(flags, JSON.stringify(problem))
    expect([status, stderr]).toEqual([0, ''])
    const { summary, routes } = JSON.parse(stdout) as VroomOutput
    return { cost: summary.cost, routes }
  }
  const two = run('2')
  expect(run('2')).toEqual(two)
  expect(two.cost).toBeLessThanOrEqual(run('1').cost)
})

test('plan mode, by either flag, keeps the order and reports violations', () => {
  const steps = problem.jobs.map(({ id }) => ({ type: 'job' as const, id }))
  const ordered: VroomInput = { ...problem, vehicles: [{ ...problem.vehicles[0]!, max_tasks: 5, steps }] }
  const [long, short] = ['--plan-mode', '-c'].map((flag) => optimize(['-', flag], JSON.stringify(ordered)))
  expect([long!.status, long!.stdout]).toEqual([0, short!.stdout])
  const output = JSON.parse(long!.stdout) as VroomOutput
  expect(checkPlanMode(ordered, output).errors).toEqual([])
  expect(output.summary.violations).toEqual([{ cause: 'max_tasks' }])
})

test('several threads plan shipments without jobs', () => {
  const [near, far] = problem.jobs as [VroomInput['jobs'][0], VroomInput['jobs'][0]]
  const only = { vehicles: problem.vehicles, shipments: [{ pickup: near, delivery: far }] }
  const { status, stdout } = optimize(['-', '--iterations', '50', '--threads', '2'], JSON.stringify(only))
  expect([status, (JSON.parse(stdout) as VroomOutput).summary.unassigned]).toEqual([0, 0])
})

test('threads that share plans under a time limit give one valid plan, and the best one if jobs have prizes', () => {
  const prized: VroomInput = {
    ...problem,
    jobs: problem.jobs.map((job, i) => ({ ...job, ...(i % 2 === 0 && { prize: 40 * i }) })),
  }
  const flags = ['-', '--threads', '2', '--time-limit', '0.3', '--quiet']
  const { status, stdout, stderr } = optimize(flags, JSON.stringify(prized))
  expect([status, stderr]).toEqual([0, ''])
  expect(check(prized, JSON.parse(stdout) as VroomOutput).errors).toEqual([])
})

test('a time limit ends the search', () => {
  const { status, stdout } = optimize(['-', '--time-limit', '0.2'], JSON.stringify(problem))
  expect(status).toBe(0)
  expect((JSON.parse(stdout) as VroomOutput).code).toBe(0)
})

test.each<[string, string[], string, string]>([
  ['an unknown field', ['-'], JSON.stringify({ ...problem, fleet: [] }), 'fleet: is not a field'],
  ['an unknown field in plan mode', ['-', '-c'], JSON.stringify({ ...problem, fleet: [] }), 'fleet: is not a field'],
  ['a time limit in plan mode', ['-', '-c', '--time-limit', '1'], '{}', '--time-limit is not allowed in plan mode'],
  ['text that is not JSON', ['-'], '{', 'Standard input is not JSON'],
  ['a missing file', ['/no/such/file.json'], '', 'Cannot read /no/such/file.json'],
  ['no file at all', [], '', 'Give one problem file'],
  ['an unknown flag', ['-', '--fast'], '', '--fast'],
  ['a time limit that is not a number', ['-', '--time-limit', 'soon'], '', '--time-limit must be a number of seconds'],
  ['no threads', ['-', '--threads', '0'], '', '--threads must be an integer from 1 to 64'],
  ['a fractional seed', ['-', '--seed', '1.5'], '', '--seed must be an integer'],
])('%s gives an error message, and JSON with code 2', (_, flags, input, sentence) => {
  const { status, stdout, stderr } = optimize(flags, input)
  expect(status).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ code: 2, error: expect.stringContaining(sentence) })
  expect(stderr).toContain(sentence)
})

test('a search may end before its limit, once no better plan is to be expected', () => {
  const { status, stdout } = optimize(
    ['-', '--time-limit', '600', '--until-settled', '--quiet'],
    JSON.stringify(problem),
  )
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ code: 0, unassigned: [] })
})

test('--help explains every flag', () => {
  const { status, stdout } = optimize(['--help'])
  expect(status).toBe(0)
  for (const flag of [
    '--plan-mode',
    '--time-limit',
    '--iterations',
    '--threads',
    '--seed',
    '--quiet',
    '--until-settled',
  ])
    expect(stdout).toContain(flag)
})
