export { insert, insertOneOf } from './insert/insert.ts'
export { insertAt, insertionPlaces } from './insert/places.ts'
export { offersFor } from './insert/offers.ts'
export { timeRoutes } from './insert/time-routes.ts'
export { makeTimer } from './insert/drop-times.ts'
export { makeFinder } from './insert/drop-places.ts'
export { openBoard } from './insert/board.ts'
export { prepare, withSteps } from './insert/prepare.ts'
export { solve } from './solve.ts'
export { planMode } from './plan-mode/plan-mode.ts'
export { tableBytes } from './model/table-bytes.ts'
export { check } from './check/check.ts'
export { fixTogether } from './explain/together/fix-together.ts'
export { compareRanks, rank } from './json/rank.ts'
export { validate } from './json/validate.ts'
export { combinationProblems } from './json/combinations.ts'
export { engineFields } from './json/engine-fields.ts'
export { checkPlanMode } from './check/plan-mode.ts'
export { SolverInputError } from './json/input-error.ts'
export type { InsertOptions, Insertion, Shift } from './insert/insert.ts'
export type { InsertionPlace, InsertionPlaces } from './insert/places.ts'
export type { Offer, OfferedPlace } from './insert/offers.ts'
export type { GivenRoute } from './insert/time-routes.ts'
export type { DroppedOrder, DropPlace, FindPlaces } from './insert/drop-places.ts'
export type { Prepared } from './insert/prepare.ts'
export type { Board, BoardOrder, BoardPlace, BoardQuestion, BoardRoute } from './insert/board.ts'
export type { CommonChange } from './explain/together/change.ts'
export type { CommonFix } from './explain/together/fix-together.ts'
export type { CombinationCode, CombinationElement, CombinationProblem } from './json/combinations.ts'
export type { CheckReport } from './check/check.ts'
export type { Elite, PlannedRoute, PlannedStep, SolveOptions, SolveProgress } from './json/options.ts'
export type {
  Balance,
  Compactness,
  Coordinates,
  FixConstraint,
  GroupRules,
  Lock,
  PreviousPlan,
  PreviousRoute,
  PreviousStep,
  TimeWindow,
  UnassignedCode,
  UnassignedFix,
  UnassignedReason,
  ViolationCause,
  VroomBreak,
  VroomCosts,
  VroomCostShares,
  VroomDepot,
  VroomFailure,
  VroomInput,
  VroomJob,
  VroomMatrices,
  VroomOrderReference,
  VroomOutput,
  VroomOvertimeStep,
  VroomReload,
  VroomRoute,
  VroomShipment,
  VroomShipmentStep,
  VroomSoftTimeWindow,
  VroomStep,
  VroomSummary,
  VroomSpeedZone,
  VroomTrafficStep,
  VroomUnassigned,
  VroomVehicle,
  VroomVehicleStep,
  VroomViolation,
} from './json/vroom.ts'
