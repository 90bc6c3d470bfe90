import { spawn } from 'node:child_process'
import { root, tool, toolEnvironment } from './tools.ts'

/** A check that passes or fails. Its commands run in sequence. */
export type Step = { name: string; commands: string[][] }
export type Outcome = { name: string; ok: boolean; seconds: number; output: string }

const node = (script: string) => [process.execPath, script]

/** Checks that do not run the code. */
export const staticSteps: Step[] = [
  {
    name: 'types',
    commands: [
      [tool('react-router'), 'typegen'],
      [tool('tsc'), '--build', 'solver/tsconfig.tests.json', 'domain', 'tsconfig.json', 'web'],
    ],
  },
  { name: 'format', commands: [[tool('oxfmt'), '--check']] },
  { name: 'lint', commands: [[tool('oxlint')]] },
  { name: 'folder rules', commands: [node('scripts/check-boundaries.ts')] },
]

/** Runs a few steps at a time. Prints one line per step, and the full output of failed ones. */
export async function runSteps(steps: Step[], atOnce = 2): Promise<Outcome[]> {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step)
      console.log(`${outcome.ok ? 'ok    ' : 'FAILED'} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`)
      if (!outcome.ok) console.log(outcome.output.trimEnd())
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

async function runStep({ name, commands }: Step): Promise<Outcome> {
  const startedAt = performance.now()
  let [ok, output] = [true, '']
  for (const command of commands) {
    if (!ok) break
    const done = await runCommand(command)
    ok = done.code === 0
    output += done.output
  }
  return { name, ok, output, seconds: (performance.now() - startedAt) / 1000 }
}

/** Runs one command to its end. With `show`, its output appears right away. */
export function runCommand([program = '', ...args]: string[], { show = false, minutes = 15 } = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: toolEnvironment(),
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32',
      timeout: minutes * 60_000,
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code, signal) => resolve({ code, output: signal ? `${output}\nended by ${signal}` : output }))
  })
}
