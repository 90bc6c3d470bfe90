import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { featureCycles, importRule, placeRule, reachRule, sentences } from './boundaries/rules.ts'
import type { Violation } from './boundaries/rules.ts'
import { readSource } from './boundaries/source.ts'

/** Folders next to ours that contain installed, built or run-time files. */
const notOurs = new Set(['node_modules', 'build', 'data', 'coverage', 'test-results', 'playwright-report'])

/** All places under `root` that break a rule of the folder table. */
export function findViolations(root: string): Violation[] {
  const paths = filesUnder(root)
  const sources = paths
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))

  const found: Violation[] = featureCycles(sources)
  for (const path of paths) {
    const rule = placeRule(path)
    if (rule) found.push({ path, line: 1, rule, detail: '' })
  }
  for (const { path, imports, reaches } of sources) {
    for (const each of imports) {
      const rule = importRule(path, each)
      if (rule) found.push({ path, line: each.line, rule, detail: each.specifier })
    }
    for (const { line, reach } of reaches) {
      const rule = reachRule(path, reach)
      if (rule) found.push({ path, line, rule, detail: '' })
    }
  }
  return found.toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/** One violation as text: the place, the rule's message, and what was imported. */
export function describeViolation({ path, line, rule, detail }: Violation): string {
  return `${path}:${line}  ${sentences[rule]}${detail ? ` (${detail})` : ''}`
}

function filesUnder(root: string): string[] {
  const paths: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || (folder === root && notOurs.has(entry.name))) continue
      if (entry.isDirectory()) visit(join(folder, entry.name))
      else paths.push(relative(root, join(folder, entry.name)).split(sep).join('/'))
    }
  }
  visit(root)
  return paths
}

if (import.meta.main) {
  const violations = findViolations(process.argv[2] ?? join(import.meta.dirname, '..'))
  for (const violation of violations) console.error(describeViolation(violation))
  if (violations.length > 0) process.exitCode = 1
}
