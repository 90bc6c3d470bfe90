import type { Optimize } from '../features/optimize/endpoints.ts'
import { explainPlan } from './explain-plan.ts'
import type { KartaFunction } from './function.ts'
import { insertOrder } from './insert-order.ts'
import { optimizeFunction } from './optimize.ts'

/** Every function that `/functions/v1` serves. docs/functions.md says how to add one. */
export const allFunctions = ({ optimize }: { optimize: Optimize }): KartaFunction[] => [
  optimizeFunction(optimize),
  insertOrder,
  explainPlan,
]
