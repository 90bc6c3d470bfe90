import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** One process of a tree and its share of memory, in bytes. */
export type Share = { pid: number; command: string; bytes: number }

/**
 * The memory of a process, its descendants, and every process that works in `dataDir`, because PostgreSQL runs detached
 * from the tree. Shared pages are split among the processes that share them (PSS).
 */
export function memoryOf(pid: number, dataDir: string): Share[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const tree = new Set([pid, ...processes.filter((each) => worksIn(each, dataDir))])
  for (let size = 0; size !== tree.size;) {
    size = tree.size
    for (const each of processes) if (tree.has(parentOf(each))) tree.add(each)
  }
  return [...tree].map((each) => ({ pid: each, command: commandOf(each), bytes: shareOf(each) }))
}

/** What kinds of processes take, in bytes: npm, PostgreSQL and Karta itself. */
export function memoryByKind(pid: number, dataDir: string): { npm: number; postgresql: number; karta: number } {
  const kinds = { npm: 0, postgresql: 0, karta: 0 }
  for (const { command, bytes } of memoryOf(pid, dataDir)) kinds[kindOf(command)] += bytes
  return kinds
}

function kindOf(command: string): 'npm' | 'postgresql' | 'karta' {
  if (/^npm|\/npm|npm-cli/.test(command)) return 'npm'
  return command.includes('postgres') ? 'postgresql' : 'karta'
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? -1)
}

function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024
}

function commandOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 60)
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    return false
  }
}

/** A process may exit between being listed and being read. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
