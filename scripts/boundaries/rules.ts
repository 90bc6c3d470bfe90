import { isBuiltin } from 'node:module'
import type { Import, Reach, Source } from './source.ts'

/** Every rule and the message for breaking it. */
export const sentences = {
  ownFolder:
    'A relative path stays inside its top folder; across folders import by #solver/, #domain/, #server/ or #web/.',
  noTsx: 'A .tsx file belongs in web/ only, because the server runs its files as they are.',
  solver: 'solver/ imports nothing but solver/: clock, randomness and matrices are passed in.',
  solverFolders:
    'The folders of solver/ import only those above them in the list solverFolders, and check/ only json/.',
  domain:
    'domain/ imports only domain/, zod, @internationalized/date, @noble/hashes, intl-messageformat, libphonenumber-js and types of solver/; domain/sheets also papaparse, fflate and saxen.',
  sheets: 'domain/sheets reads files with packages, so the rest of domain/ does not import it.',
  serverWeb: 'server/ never imports web/.',
  lowServer:
    'server/observability, db, bus, nodes, audit, events, outside, objects, engine, papers, queue and http import domain/, solver/, start-error.ts and each other downwards in this order; settings arrive as arguments.',
  featureFiles:
    'A feature contains endpoints.ts, queries.ts, commands.ts, tasks.ts, rules.ts and their tests, and nothing else.',
  feature:
    'A feature imports domain/, solver/, the low server folders, types of deps.ts, realtime/publish.ts, auth/audit.ts and queries.ts or commands.ts of another feature.',
  featureCycle: 'Features do not import each other in a circle.',
  service:
    'server/auth, realtime, storage, rest and mcp import domain/, the low server folders, start-error.ts and types of deps.ts: they know their protocol but nothing about deliveries.',
  live: 'server/live says what the realtime service means here: it imports domain/, the low server folders, server/realtime and types of deps.ts.',
  webServer: 'web/ never imports server/. What both share belongs in domain/.',
  webNode: 'web/ runs in a browser: no Node built-in modules.',
  webSolver: 'web/ runs solver/ inside a Web Worker only (a *.worker.ts file); elsewhere import its types.',
  webUi: 'web/ui imports only web/ui and packages, so that another product could use it.',
  webLow: 'web/map and web/lib import ui, map, lib and domain/, never an area.',
  webArea: 'An area of web/ imports ui, map, lib, domain/ and its own files, never another area.',
  queryBuilder:
    'The query builder belongs in queries.ts, commands.ts and server/db, nodes, audit, events, http, auth, realtime, live, storage and queue; elsewhere import its types.',
  fetch:
    'fetch belongs in server/outside, web/lib/call.ts, web/lib/session.ts, web/driver/sync and its service worker, and web/tracking/sync.',
  environment: 'process.env is read in server/config.ts only.',
  chance: 'The clock and randomness come from server/deps.ts as arguments; only web/ may read them directly.',
} as const

export type Rule = keyof typeof sentences
export type Violation = { path: string; line: number; rule: Rule; detail: string }

/** The folders of the solver, the lowest first. Each imports only those before it. */
const solverFolders = [
  'math',
  'json',
  'model',
  'route',
  'search/local-search',
  'search/ruin-recreate',
  'search/genetic',
  'search/savings',
  'search',
  'explain',
  'output',
  'insert',
  'plan-mode',
  'large',
  '',
]
/** The server's low folders, the lowest first. */
const lowServer = [
  'observability',
  'db',
  'bus',
  'nodes',
  'audit',
  'events',
  'outside',
  'objects',
  'engine',
  'papers',
  'queue',
  'http',
]
/** The parts of the services that features may use: publishing and the audit log. */
const openToFeatures = ['server/realtime/publish.ts', 'server/auth/audit.ts']
const services = ['auth', 'realtime', 'storage', 'rest', 'mcp']
const webAreas = ['marketing', 'account', 'dispatcher', 'driver', 'tracking']
const productFolders = ['solver', 'domain', 'server', 'web']
const featureFile = /^(endpoints|queries|commands|tasks|rules)\.ts$|^[^/]+\.test\.ts$/

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
const secondOf = (path: string) => (path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '')
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

/** The rule that this import breaks, if any. */
export function importRule(path: string, each: Import): Rule | undefined {
  const top = folderOf(path)
  if (!productFolders.includes(top)) return leavesOwnFolder(path, each) ? 'ownFolder' : undefined
  if (leavesOwnFolder(path, each)) return 'ownFolder'
  if (each.package === 'kysely' && !each.isType && top === 'server' && !mayBuildQueries(path)) return 'queryBuilder'
  if (isTest(path) && each.package) return undefined
  if (top === 'solver') return solverRule(path, each)
  if (top === 'domain') return domainRule(path, each)
  return top === 'server' ? serverRule(path, each) : webRule(path, each)
}

/** The rule that a use of the outside world breaks, if any. */
export function reachRule(path: string, reach: Reach): Rule | undefined {
  const isTool =
    !productFolders.includes(folderOf(path)) || isTest(path) || isIn(path, 'server/testing', 'solver/bench')
  if (isTool) return undefined
  if (reach === 'query builder') return mayBuildQueries(path) ? undefined : 'queryBuilder'
  if (reach === 'environment') return path === 'server/config.ts' ? undefined : 'environment'
  if (reach === 'chance') return path === 'server/deps.ts' || isIn(path, 'web') ? undefined : 'chance'
  const mayFetch = isIn(path, 'server/outside', 'web/driver/sync', 'web/driver/service-worker', 'web/tracking/sync')
  return mayFetch || path === 'web/lib/call.ts' || path === 'web/lib/session.ts' ? undefined : 'fetch'
}

/** The rule that a file breaks by its location, if any. */
export function placeRule(path: string): Rule | undefined {
  if (path.endsWith('.tsx') && folderOf(path) !== 'web') return 'noTsx'
  if (!isIn(path, 'server/features')) return undefined
  const [, , , name, ...deeper] = path.split('/')
  return name !== undefined && deeper.length === 0 && featureFile.test(name) ? undefined : 'featureFiles'
}

/** Features that import each other in a circle, reported at each import of the circle. */
export function featureCycles(sources: Source[]): Violation[] {
  const edges = sources.filter((source) => !isTest(source.path)).flatMap(featureEdges)
  const reachable = (from: string, to: string, seen = new Set<string>()): boolean =>
    edges.some((edge) => {
      if (edge.from !== from || seen.has(edge.to)) return false
      return edge.to === to || reachable(edge.to, to, seen.add(edge.to))
    })
  return edges
    .filter((edge) => reachable(edge.to, edge.from))
    .map(({ path, line, from, to }) => ({ path, line, rule: 'featureCycle', detail: `${from} and ${to}` }))
}

function featureEdges({ path, imports }: Source) {
  const from = featureOf(path)
  return imports.flatMap((each) => {
    const to = featureOf(each.file ?? '')
    return from && to && from !== to ? [{ path, line: each.line, from, to }] : []
  })
}

const featureOf = (path: string) => (isIn(path, 'server/features') ? path.split('/')[2] : undefined)

function leavesOwnFolder(path: string, each: Import) {
  if (!each.specifier.startsWith('.') || each.file === undefined) return false
  // Files in the root (such as vite.config.ts) have no folder to leave, and package.json has no other name.
  if (folderOf(path) === '' || each.file === 'package.json') return false
  const [from, to] = [folderOf(path), folderOf(each.file)]
  return from !== to && (productFolders.includes(from) || productFolders.includes(to))
}

function mayBuildQueries(path: string) {
  const open = [
    'db',
    'nodes',
    'audit',
    'events',
    'http',
    'auth',
    'realtime',
    'live',
    'storage',
    'rest',
    'queue',
    'testing',
  ].map((folder) => `server/${folder}`)
  if (isTest(path) || isIn(path, ...open)) return true
  return isIn(path, 'server/features') && /\/(queries|commands)\.ts$/.test(path)
}

function solverRule(path: string, each: Import): Rule | undefined {
  if (each.file && !isIn(each.file, 'solver')) return 'solver'
  if (each.file) return isTest(path) || importsDownwards(path, each.file) ? undefined : 'solverFolders'
  return isIn(path, 'solver/bench') && isBuiltin(each.package ?? '') ? undefined : 'solver'
}

function importsDownwards(path: string, file: string): boolean {
  // The check and the exhaustive search know only VROOM's types, not the code they check.
  const judge = ['solver/check', 'solver/testing/exhaustive'].find((folder) => isIn(path, folder))
  if (judge) return isIn(file, judge) || file === 'solver/json/vroom.ts'
  if (isIn(path, 'solver/bench', 'solver/testing')) return true
  if (isIn(file, 'solver/check')) return folderInSolver(path) === ''
  return solverFolders.indexOf(folderInSolver(file)) <= solverFolders.indexOf(folderInSolver(path))
}

/** The deepest folder in the list that contains the file: `search/genetic` before `search`. */
function folderInSolver(path: string): string {
  const holding = solverFolders.filter((folder) => folder !== '' && isIn(path, `solver/${folder}`))
  return holding.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '')
}

/** Packages that run the same in a browser, on a server and in a command. */
const domainPackages = ['zod', '@internationalized/date', '@noble/hashes', 'intl-messageformat', 'libphonenumber-js']

/** What reads files of rows. It is no part of the check that domain/ compiles without a browser or Node. */
const sheetPackages = ['papaparse', 'fflate', 'saxen']

function domainRule(path: string, { file, package: name, isType }: Import): Rule | undefined {
  const packages = isIn(path, 'domain/sheets') ? [...domainPackages, ...sheetPackages] : domainPackages
  if (file && isIn(file, 'domain/sheets') && !isIn(path, 'domain/sheets')) return 'sheets'
  const isAllowed = file ? isIn(file, 'domain') || (isIn(file, 'solver') && isType) : packages.includes(name ?? '')
  return isAllowed ? undefined : 'domain'
}

function serverRule(path: string, each: Import): Rule | undefined {
  const { file } = each
  if (!file) return undefined
  if (isIn(file, 'web')) return 'serverWeb'
  if (!isIn(file, 'server')) return undefined
  if (isTest(path)) return undefined

  const [from, to] = [secondOf(path), secondOf(file)]
  if (from === to && from !== 'features') return undefined
  const isTypeOfRoot = to === '' && each.isType && (file === 'server/deps.ts' || file === 'server/config.ts')
  if (lowServer.includes(from)) {
    const isBelow = lowServer.includes(to) && lowServer.indexOf(to) < lowServer.indexOf(from)
    return isBelow || isTypeOfRoot || file === 'server/start-error.ts' ? undefined : 'lowServer'
  }
  if (services.includes(from)) {
    return lowServer.includes(to) || isTypeOfRoot || file === 'server/start-error.ts' ? undefined : 'service'
  }
  if (from === 'live') return lowServer.includes(to) || to === 'realtime' || isTypeOfRoot ? undefined : 'live'
  if (from !== 'features') return undefined
  if (lowServer.includes(to) || isTypeOfRoot || openToFeatures.includes(file)) return undefined
  const isOwn = featureOf(path) === featureOf(file)
  return isOwn || (to === 'features' && /\/(queries|commands)\.ts$/.test(file)) ? undefined : 'feature'
}

function webRule(path: string, each: Import): Rule | undefined {
  const { file } = each
  if (!file) {
    // React Router uses this file to prerender pages on Node during the build.
    return isBuiltin(each.package ?? '') && path !== 'web/entry.server.tsx' ? 'webNode' : undefined
  }
  if (isIn(file, 'server')) return 'webServer'

  const [from, to] = [secondOf(path), secondOf(file)]
  if (from === 'ui') return isIn(file, 'web/ui') || (isTest(path) && file === 'web/app.css') ? undefined : 'webUi'
  if (isIn(file, 'solver')) return each.isType || path.endsWith('.worker.ts') || isTest(path) ? undefined : 'webSolver'
  if (from === 'map' || from === 'lib') return webAreas.includes(to) ? 'webLow' : undefined
  return webAreas.includes(from) && webAreas.includes(to) && from !== to ? 'webArea' : undefined
}
