import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { check, type VroomInput, type VroomOutput } from '#solver/index.ts'

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

test('a problem in a file becomes a plan on standard output, with progress on standard error', () => {
  const { status, stdout, stderr } = optimize([file(JSON.stringify(problem)), '--iterations', '500'])
  expect(status).toBe(0)
  expect(check(problem, JSON.parse(stdout) as VroomOutput).errors).toEqual([])
  expect(stderr).toMatch(/cost \d+ {2}routes 1 {2}unassigned 0/)
})

test('several threads on standard input give the same plan every time, never worse than one', () => {
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

test('a time limit ends the search', () => {
  const { status, stdout } = optimize(['-', '--time-limit', '0.2'], JSON.stringify(problem))
  expect(status).toBe(0)
  expect((JSON.parse(stdout) as VroomOutput).code).toBe(0)
})

test.each<[string, string[], string, string]>([
  ['a field at fault', ['-'], JSON.stringify({ ...problem, matrix: [] }), 'matrix: is not supported'],
  ['text that is not JSON', ['-'], '{', 'Standard input is not JSON'],
  ['a missing file', ['/no/such/file.json'], '', 'Cannot read /no/such/file.json'],
  ['no file at all', [], '', 'Give one problem file'],
  ['an unknown flag', ['-', '--fast'], '', '--fast'],
  ['a time limit in words', ['-', '--time-limit', 'soon'], '', '--time-limit must be a number of seconds'],
  ['no threads', ['-', '--threads', '0'], '', '--threads must be a whole number from 1 to 64'],
  ['a broken seed', ['-', '--seed', '1.5'], '', '--seed must be a whole number'],
])('%s is said in a sentence, and as JSON with code 2', (_, flags, input, sentence) => {
  const { status, stdout, stderr } = optimize(flags, input)
  expect(status).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ code: 2, error: expect.stringContaining(sentence) })
  expect(stderr).toContain(sentence)
})

test('--help explains every flag', () => {
  const { status, stdout } = optimize(['--help'])
  expect(status).toBe(0)
  for (const flag of ['--time-limit', '--iterations', '--threads', '--seed', '--quiet']) expect(stdout).toContain(flag)
})
