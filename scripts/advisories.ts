import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './bill-of-materials.ts'
import { runCommand } from './steps.ts'
import { root } from './tools.ts'

/** A known weakness of a package that we use. */
export type Advisory = {
  id: string
  package: string
  title: string
  severity: string
  /** Whether the product uses the package, or only the tools of its developers. */
  isInProduct: boolean
}

/** An advisory that we looked at and live with until a day. */
export type Accepted = { id: string; reason: string; until: string }

type AuditReport = {
  auditReportVersion: number
  vulnerabilities: Record<string, { nodes: string[]; via: (string | Via)[] }>
}
type Via = { url: string; title: string; severity: string; name: string }

/** Every advisory in the report of `npm audit --json`. Undefined if it is none: the registry did not answer. */
export function readAudit(output: string, packages: Record<string, LockedPackage>): Advisory[] | undefined {
  const report = parsed(output)
  if (!report?.auditReportVersion || !report.vulnerabilities) return undefined
  const found = new Map<string, Advisory>()
  for (const { nodes, via } of Object.values(report.vulnerabilities)) {
    const isInProduct = nodes.some((path) => !packages[path]?.dev)
    // A text names another package in the report, whose advisory this one inherits.
    for (const each of via.filter((one) => typeof one !== 'string')) {
      const id = each.url.split('/').at(-1)!
      const known = found.get(id)?.isInProduct ?? false
      found.set(id, {
        id,
        package: each.name,
        title: each.title,
        severity: each.severity,
        isInProduct: isInProduct || known,
      })
    }
  }
  return [...found.values()]
}

function parsed(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return undefined
  }
}

/** What to say about advisories. A severe one in the product fails unless it is accepted until a later day. */
export function judge(advisories: Advisory[], accepted: Accepted[], today: string): { ok: boolean; lines: string[] } {
  const lines: string[] = []
  let ok = true
  for (const { id, package: name, title, severity, isInProduct } of advisories) {
    const acceptance = accepted.find((each) => each.id === id)
    const isAccepted = acceptance !== undefined && acceptance.until >= today
    const fails = isInProduct && !isAccepted && ['high', 'critical'].includes(severity)
    if (fails) ok = false
    const where = isInProduct ? 'in the product' : 'in development tools'
    const why = isAccepted ? `; accepted until ${acceptance.until}: ${acceptance.reason}` : ''
    const expired = acceptance && !isAccepted ? `; was accepted until ${acceptance.until}` : ''
    lines.push(`${fails ? 'FAILED' : 'note  '} ${severity} ${name}: ${title} (${id}, ${where}${why}${expired})`)
  }
  for (const { id } of accepted) {
    const isKnown = advisories.some((each) => each.id === id)
    if (!isKnown) lines.push(`note   ${id} no longer applies: remove it from scripts/accepted-advisories.json`)
  }
  return { ok, lines }
}

/** Asks the registry about known advisories, and prints what it says. True unless a severe one is in the product. */
export async function checkAdvisories(today: string): Promise<boolean> {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const patience = ['--fetch-retries=0', '--fetch-timeout=8000']
  const { output } = await runCommand([...npm, 'audit', '--json', '--loglevel=silent', ...patience], { minutes: 0.25 })
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> }
  const advisories = readAudit(output, packages)
  if (!advisories) {
    console.log('note   known advisories were not looked up: the registry did not answer')
    return true
  }
  const { ok, lines } = judge(advisories, readJson('scripts/accepted-advisories.json') as Accepted[], today)
  for (const line of lines) console.log(line)
  if (lines.length === 0) console.log(`ok     no known advisories for ${Object.keys(packages).length - 1} packages`)
  return ok
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
