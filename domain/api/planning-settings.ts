import { LearnedSpeeds, PlanningSettings, PlanningSettingsChange } from '../schema/planning-settings.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Planning settings'

export const getPlanningSettings = endpoint({
  id: 'getPlanningSettings',
  method: 'GET',
  path: '/v1/planning-settings',
  may: 'see_operations',
  tag,
  summary: 'What plans are made with: costs, speeds, traffic and what belongs together',
  reply: PlanningSettings,
  record: 'shown',
})

export const getLearnedSpeeds = endpoint({
  id: 'getLearnedSpeeds',
  method: 'GET',
  path: '/v1/planning-settings/learned-speeds',
  may: 'see_operations',
  tag,
  summary: 'Speeds over the day, learned from drives, which plans use if `traffic_from` is learned',
  reply: LearnedSpeeds,
})

export const changePlanningSettings = endpoint({
  id: 'changePlanningSettings',
  method: 'PATCH',
  path: '/v1/planning-settings',
  may: 'manage_workspace',
  tag,
  summary: 'Change what plans are made with, from the next plan on',
  body: PlanningSettingsChange,
  reply: PlanningSettings,
  addsNothing: () => true,
  record: 'changed',
})
