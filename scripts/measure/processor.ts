import { readdirSync, readFileSync } from 'node:fs'

/** Of every Linux that runs Node. */
const ticksPerSecond = 100

/** The processor seconds that a process has taken so far; 0 if it is gone. */
export function processorSeconds(pid: number): number {
  const [own = 0] = timesOf(pid)
  return own
}

/** The same with its children, also those that have ended, such as PostgreSQL's connections. */
export function familyProcessorSeconds(pid: number): number {
  const [own = 0, ofEnded = 0] = timesOf(pid)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
  return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own + ofEnded)
}

/** The fields after the name, which may hold spaces and parentheses. */
function fieldsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended.
    return []
  }
}

const parentOf = (pid: number): number => Number(fieldsOf(pid)[1] ?? -1)

/** Its own seconds, and those of its children that have ended. */
function timesOf(pid: number): number[] {
  const [user, system, childUser, childSystem] = fieldsOf(pid).slice(11, 15).map(Number)
  if (user === undefined) return []
  return [user + system!, childUser! + childSystem!].map((ticks) => ticks / ticksPerSecond)
}
