import type { Tool } from './tool.ts'
import { changeTools } from './tools/changes.ts'
import { deliveryTools } from './tools/deliveries.ts'
import { fleetTools } from './tools/fleet.ts'
import { planTools } from './tools/plans.ts'

/** Everything that an agent can be asked to do. */
export const tools: Tool[] = [...deliveryTools, ...planTools, ...changeTools, ...fleetTools]
