import type { MessagePort } from 'node:worker_threads'
import type { RehearsedDay } from '#domain/rehearsal/day.ts'
import type { Past } from '#domain/rehearsal/past.ts'
import type { Tally } from '#domain/rehearsal/tally.ts'
import type {
  BoardPlace,
  BoardQuestion,
  BoardRoute,
  CommonChange,
  CommonFix,
  Insertion,
  InsertionPlace,
  InsertionPlaces,
  Offer,
  PlannedRoute,
  SolveProgress,
  UnassignedReason,
  VroomInput,
  VroomJob,
  VroomOutput,
  VroomRoute,
  VroomShipment,
} from '#solver/index.ts'

/** Asks a thread to check a body that came from outside. */
export type ReadRequest = { kind: 'read'; body: Uint8Array; planMode: boolean; memoryBytes: number }

/** Asks a thread to solve a problem. */
export type SolveRequest = {
  kind: 'solve'
  /** As an object, or as JSON that a reader packed. */
  problem: VroomInput | Uint8Array
  /** Nothing is searched for: the vehicles' steps are kept, and what they break is reported. */
  planMode: boolean
  timeLimitSeconds: number | undefined
  iterationLimit: number | undefined
  untilSettled: boolean
  /** Each better plan comes with the progress. */
  tellsPlans: boolean
  /** Routes to start from. */
  initial?: PlannedRoute[]
  seed: number
  clock: Clock
  /** The most that its tables may take. */
  memoryBytes: number
  /** Ends the search with its best plan once the first of its 32-bit numbers is 1. */
  stopFlag: SharedArrayBuffer
  /** Two other searches of the same problem: the next one and the one before. */
  ring: { to: MessagePort; from: MessagePort } | undefined
}

/** What a time limit counts: `processor` leaves out the time in which the thread had to wait for a processor. */
export type Clock = 'wall' | 'processor'

/** Asks a thread what would make room for jobs that a plan leaves out, group by group. */
export type FixRequest = {
  kind: 'fix'
  problem: VroomInput
  plan: VroomOutput
  groups: FixGroup[]
  /** For all groups. */
  timeLimitSeconds: number
  /** Ends the attempts with what was found so far once the first of its 32-bit numbers is 1. */
  stopFlag: SharedArrayBuffer
}

/** Jobs that are left out for the same reason, and what may be changed for them. */
export type FixGroup = { jobs: number[]; changes: CommonChange[] }

/** One for each group, in the same order. */
export type Fixes = { kind: 'fixes'; fixes: (CommonFix | undefined)[] }

/** Asks a thread where one more job fits best into a plan. The plan stays as it is. */
export type InsertRequest = {
  kind: 'insert'
  problem: VroomInput
  plan: VroomOutput
  /** One order, once for each place to which it may go. */
  orders: (VroomJob | VroomShipment)[]
}

/** Which of the orders fits best, where, and when it would be reached; without a vehicle, none, for a reason each. */
export type Inserted = {
  kind: 'inserted'
  arrival: number | undefined
  chosen: number
  reasons: UnassignedReason[]
} & Pick<Insertion, 'vehicle' | 'positions' | 'addedCost' | 'shifts'>

/** Asks a thread for the cheapest places of one more order in a plan, each on another route. */
export type PlacesRequest = {
  kind: 'places'
  problem: VroomInput
  plan: VroomOutput
  order: VroomJob | VroomShipment
  /** How many at most. */
  count: number
}

/** The cheapest places first; without any, why. */
export type Places = Pick<InsertionPlaces, 'reason'> & {
  kind: 'places'
  places: Pick<InsertionPlace, 'vehicle' | 'positions' | 'addedCost'>[]
}

/** Asks a thread what every vehicle of a plan could do for one more order. */
export type OffersRequest = Omit<PlacesRequest, 'kind' | 'count'> & {
  kind: 'offers'
  /** The vehicle whose other places are asked for. */
  own: number | undefined
}

export type Offers = { kind: 'offers'; offers: Offer[] }

/** Asks a thread what a problem would be like without some of its constraints. */
export type WeighRequest = {
  kind: 'weigh'
  /** All variants start from its plan. */
  base: VroomInput
  /** Each with the same vehicles and jobs; `bare` has what its routes really cost, without what a search weighs besides. */
  variants: { problem: VroomInput; bare: VroomInput }[]
  /** For all of them. */
  seconds: number
}

/** The plans of the variants, in the same order. */
export type Weighed = { kind: 'weighed'; plans: { routes: VroomRoute[]; unassigned: number }[] }

/** How drives that nobody has measured are estimated. */
export type StraightLine = {
  speed_kmh: number
  detour_factor: number
  /** How many times as fast vehicles of a profile are; 1 for the others. */
  factors: Record<string, number>
}

/** Asks a thread to keep a plan ready for questions where one more job would fit. */
export type OpenBoardRequest = {
  kind: 'open_board'
  key: string
  /** The board that it takes the place of. */
  replaces?: string | undefined
  problem: VroomInput
  routes: BoardRoute[]
  straight: StraightLine
}

/** Which jobs fit on no route, and the routes with all others. */
export type BoardOpened = {
  kind: 'board_opened'
  leftOut: { type: 'job' | 'pickup'; id: number }[]
  routes: BoardRoute[]
}

/** Asks boards that the thread keeps. Orders have a location. */
export type AskBoardsRequest = { kind: 'ask_boards'; asks: { key: string; question: BoardQuestion }[] }

/** One answer for each: a place or none by window, or null if the thread no longer has the board. */
export type BoardsAsked = { kind: 'boards_asked'; answers: ((BoardPlace | null)[] | null)[] }

/** Asks a thread to draw days of a plan. */
export type RehearseRequest = {
  kind: 'rehearse'
  day: RehearsedDay
  past: Past
  seed: number
  /** The number of the first of them. */
  from: number
  count: number
}

export type Rehearsed = { kind: 'rehearsed'; tally: Tally }

export type ThreadRequest =
  | ReadRequest
  | SolveRequest
  | FixRequest
  | InsertRequest
  | PlacesRequest
  | OffersRequest
  | WeighRequest
  | OpenBoardRequest
  | AskBoardsRequest
  | RehearseRequest

/** What a thread says to a request: progress any number of times, then one answer. */
export type ThreadMessage =
  | { kind: 'progress'; progress: Progress; plan?: PlannedRoute[] }
  | Reading
  | Solution
  | Fixes
  | Inserted
  | Places
  | Offers
  | Weighed
  | BoardOpened
  | BoardsAsked
  | Rehearsed

/** How far a search is. */
export type Progress = Omit<SolveProgress, 'plan'>

/** The problem cannot be used. */
export type Refusal = { kind: 'refused'; path: string; message: string }

/** What a body turned out to be. `packed` is the problem as it came, compressed. */
export type Reading =
  | { kind: 'problem'; stops: number; vehicles: number; packed: Uint8Array }
  | { kind: 'not JSON' }
  | Refusal

/** A plan as JSON, which has passed the independent check; the better of two has the better rank. */
export type Solution =
  | { kind: 'solved'; plan: string; rank: number[]; progress: Omit<Progress, 'iterations'> }
  | Refusal

export type AnswerTo<R extends ThreadRequest> = R extends ReadRequest
  ? Reading
  : R extends FixRequest
    ? Fixes
    : R extends InsertRequest
      ? Inserted | Refusal
      : R extends PlacesRequest
        ? Places | Refusal
        : R extends OffersRequest
          ? Offers | Refusal
          : R extends WeighRequest
            ? Weighed | Refusal
            : R extends OpenBoardRequest
              ? BoardOpened | Refusal
              : R extends AskBoardsRequest
                ? BoardsAsked | Refusal
                : R extends RehearseRequest
                  ? Rehearsed
                  : Solution
