export { solve } from './solve.ts'
export { check } from './check.ts'
export { SolverInputError } from './input-error.ts'
export type { CheckReport } from './check.ts'
export type { Elite, PlannedRoute, PlannedStep, SolveOptions, SolveProgress } from './options.ts'
export type {
  Coordinates,
  TimeWindow,
  UnassignedCode,
  UnassignedReason,
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
