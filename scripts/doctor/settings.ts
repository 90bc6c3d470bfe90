import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { StartError } from '#server/start-error.ts'
import { root } from '../tools.ts'
import { about, type Finding } from './finding.ts'

const { right, warning, wrong } = about('Settings')

type Environment = Record<string, string | undefined>

/** Reads all settings, and says everything that is wrong with them. `config` has defaults in place of the wrong ones. */
export function checkSettings(environment: Environment): { findings: Finding[]; config: Config } {
  const names = settingNames()
  const env = { ...environment }
  const findings: Finding[] = []
  const unused = strangers(env, names)
  for (;;) {
    try {
      const config = readConfig(env)
      const set = names.filter((name) => environment[name]).length
      if (findings.length === 0) findings.push(right(set === 0 ? 'none, so all defaults' : `${set} set, all readable`))
      return { findings: [...findings, ...unused], config }
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      // Reading ends at the first mistake. Without the settings that it names, it goes on to the next one.
      const named = Object.keys(env).filter((name) => env[name] && mentions(error.message, name))
      if (named.length === 0) throw error
      for (const name of named) delete env[name]
      findings.push(wrong(error.message.replace(/\.$/, ''), `correct ${named.join(' and ')}, or leave the default`))
    }
  }
}

const mentions = (message: string, name: string) => new RegExp(`(?<![A-Z0-9_])${name}(?![A-Z0-9_])`).test(message)

/** All settings, as `.env.example` lists them. */
export function settingNames(): string[] {
  const text = readFileSync(join(root, '.env.example'), 'utf8')
  return [...new Set([...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!))]
}

/** Names that nobody reads but that are nearly a setting's. */
function strangers(env: Environment, names: string[]): Finding[] {
  return Object.keys(env).flatMap((name) => {
    if (names.includes(name) || !env[name]) return []
    const meant = names.find((known) => isNear(name, known))
    return meant ? [warning(`${name} is not a setting`, `write ${meant} if you mean that one`)] : []
  })
}

/** One letter more, less or other, or two neighbors swapped. Short names are near too many others. */
export function isNear(name: string, known: string): boolean {
  if (name.length < 6 || name === known || Math.abs(name.length - known.length) > 1) return false
  let from = 0
  while (from < name.length && name[from] === known[from]) from += 1
  const [rest, knownRest] = [name.slice(from), known.slice(from)]
  const isSwapped = rest[0] === knownRest[1] && rest[1] === knownRest[0] && rest.slice(2) === knownRest.slice(2)
  return isSwapped || rest.slice(1) === knownRest.slice(1) || rest.slice(1) === knownRest || rest === knownRest.slice(1)
}
