import {
  openBoard,
  tableBytes,
  type Board,
  type Coordinates,
  type VroomInput,
  type VroomMatrices,
} from '#solver/index.ts'
import type { AskBoardsRequest, BoardOpened, BoardsAsked, OpenBoardRequest, StraightLine } from './protocol.ts'

/** Boards of a thread take no more. Those that were not asked for longest are dropped first. */
const mostBytes = 256 * 1024 * 1024

type Kept = { board: Board; bytes: number; locate: (place: Coordinates) => number | undefined }

/** By key, those asked last at the end. */
const boards = new Map<string, Kept>()

/** Opens a board and keeps it, inside a thread. */
export function keepBoard({ key, replaces, problem, routes, straight }: OpenBoardRequest): BoardOpened {
  if (replaces !== undefined) boards.delete(replaces)
  const { problem: given, locate } = withSpareRow(problem, straight)
  const board = openBoard(given, routes)
  boards.set(key, { board, bytes: tableBytes(given), locate })
  let bytes = [...boards.values()].reduce((sum, each) => sum + each.bytes, 0)
  for (const [other, each] of boards) {
    if (bytes <= mostBytes || other === key) break
    boards.delete(other)
    bytes -= each.bytes
  }
  return { kind: 'board_opened', leftOut: board.leftOut, routes: board.routes }
}

/** Asks boards that are kept. */
export function askBoards({ asks }: AskBoardsRequest): BoardsAsked {
  return {
    kind: 'boards_asked',
    answers: asks.map(({ key, question }) => {
      const kept = boards.get(key)
      if (!kept) return null
      boards.delete(key)
      boards.set(key, kept)
      const location_index = kept.locate(question.order.location!)
      const order = { ...question.order, ...(location_index !== undefined && { location_index }) }
      return kept.board.ask({ ...question, order }).map((place) => place ?? null)
    }),
  }
}

/** A place farther away says little about the roads. */
const neighborMeters = 1000

type Neighbor = { at: number; meters: number }

/**
 * A problem that drives along roads, with one more row in its matrices for whatever place is asked about. Nobody has measured
 * the way there yet, so it is taken to lead by way of a place near by, whose roads are known: what lies behind a river stays far.
 * Without one, it is estimated as that of every such place.
 */
function withSpareRow(problem: VroomInput, straight: StraightLine): Pick<Kept, 'locate'> & { problem: VroomInput } {
  if (!problem.matrices) return { problem, locate: () => undefined }
  const places = placesOf(problem)
  const spare = Object.values(problem.matrices)[0]!.durations!.length
  const matrices = Object.fromEntries(
    Object.entries(problem.matrices).map(([profile, { durations, distances }]): [string, VroomMatrices] => [
      profile,
      { ...(durations && { durations: grown(durations) }), ...(distances && { distances: grown(distances) }) },
    ]),
  )
  const locate = (place: Coordinates) => {
    const metersTo = new Map(
      [...places].map(([at, other]) => [at, straightMeters(place, other) * straight.detour_factor]),
    )
    const neighbor = nearestOf(metersTo)
    for (const [profile, { durations, distances }] of Object.entries(matrices)) {
      const metersPerSecond = (straight.speed_kmh / 3.6) * (straight.factors[profile] ?? 1)
      fillSpare(durations, { spare, metersTo, neighbor, perMeter: 1 / metersPerSecond })
      fillSpare(distances, { spare, metersTo, neighbor, perMeter: 1 })
    }
    return spare
  }
  return { problem: { ...problem, matrices }, locate }
}

function nearestOf(metersTo: Map<number, number>): Neighbor | undefined {
  let nearest: Neighbor | undefined
  for (const [at, meters] of metersTo) if (meters < (nearest?.meters ?? neighborMeters)) nearest = { at, meters }
  return nearest
}

type Spare = { spare: number; metersTo: Map<number, number>; neighbor: Neighbor | undefined; perMeter: number }

function fillSpare(rows: VroomMatrices['durations'], { spare, metersTo, neighbor, perMeter }: Spare): void {
  if (!rows) return
  for (const [at, meters] of metersTo) {
    const by = (known: number) => Math.round(neighbor ? known + neighbor.meters * perMeter : meters * perMeter)
    rows[spare]![at] = by(neighbor ? rows[neighbor.at]![at]! : 0)
    rows[at]![spare] = by(neighbor ? rows[at]![neighbor.at]! : 0)
  }
}

const grown = (rows: NonNullable<VroomMatrices['durations']>) => [
  ...rows.map((row) => [...row, 0]),
  Array.from<number>({ length: rows.length + 1 }).fill(0),
]

/** Where the rows of the matrices are. */
function placesOf({ jobs = [], shipments = [], vehicles }: VroomInput): Map<number, Coordinates> {
  const places = new Map<number, Coordinates>()
  const note = (index: number | undefined, place: Coordinates | undefined) => {
    if (index !== undefined && place) places.set(index, place)
  }
  for (const { location_index, location } of jobs) note(location_index, location)
  for (const { pickup, delivery } of shipments) {
    note(pickup.location_index, pickup.location)
    note(delivery.location_index, delivery.location)
  }
  for (const { start_index, start, end_index, end, reload } of vehicles) {
    note(start_index, start)
    note(end_index, end)
    for (const { location_index, location } of reload?.depots ?? []) note(location_index, location)
  }
  return places
}

const metersPerDegree = 111_195

/** Good to a thousandth over the distances that a van drives. */
function straightMeters([lng, lat]: Coordinates, [toLng, toLat]: Coordinates): number {
  const middle = ((lat + toLat) / 2) * (Math.PI / 180)
  return Math.hypot(toLat - lat, (toLng - lng) * Math.cos(middle)) * metersPerDegree
}
