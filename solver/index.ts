export { insert } from './insert.ts'
export { prepare, withSteps } from './prepare.ts'
export { solve } from './solve.ts'
export { plan } from './plan-mode.ts'
export { check } from './check.ts'
export { compareRanks, rank } from './rank.ts'
export { validate } from './validate.ts'
export { checkPlanMode } from './check-plan-mode.ts'
export { SolverInputError } from './input-error.ts'
export type { InsertOptions, Insertion, Shift } from './insert.ts'
export type { Prepared } from './prepare.ts'
export type { CheckReport } from './check.ts'
export type { Elite, PlannedRoute, PlannedStep, SolveOptions, SolveProgress } from './options.ts'
export type {
  Balance,
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
  VroomDepot,
  VroomFailure,
  VroomInput,
  VroomJob,
  VroomMatrices,
  VroomOutput,
  VroomReload,
  VroomRoute,
  VroomShipment,
  VroomShipmentStep,
  VroomSoftTimeWindow,
  VroomStep,
  VroomSummary,
  VroomTimingCosts,
  VroomTrafficStep,
  VroomUnassigned,
  VroomVehicle,
  VroomVehicleStep,
  VroomViolation,
} from './vroom.ts'
