import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all.ts'
import type { Endpoint } from './endpoint.ts'

/** Lists that come as a whole, and why they stay short enough for that. */
const whole: Record<string, string> = {
  listAccountSessions: 'a person has few, and old ones end',
  listAllowedApps: 'a person allows few',
  listApiKeys: 'a quota limits them',
  listAppGrants: 'members and apps are few',
  listApps: 'a quota limits them',
  listCustomFields: 'a quota limits them',
  listDeliveryEvents: 'its chain is checked as a whole',
  listDeliveryNotifications: 'one delivery',
  listDevices: 'the newest 1,000 phones',
  listEvents: 'goes on at `after`',
  listHandovers: 'the routes of one plan',
  listHeldEntries: 'the oldest 500, which are settled and make room for the next',
  listImportMappings: 'a quota limits them',
  listIntegrations: 'one for each platform',
  listMyTransfers: 'at most 50 of one driver',
  listNearDrivers: 'takes a limit; drivers who are farther do not matter',
  listNotificationTemplates: 'one for each event and channel',
  listOperatorDays: 'the last 30 days',
  listOwnDevices: 'the phones of one driver',
  listOwnInvitations: 'of one person',
  listOwnMessages: 'goes on at `after`',
  listPayRules: 'at most 2,000',
  listPaySheets: 'drivers who worked, of at most 93 days',
  listPlanEtas: 'the stops of one plan',
  listPositions: 'one for each driver',
  listPrescriptionAccesses: 'the newest 100, with how many there are',
  listProofs: 'one delivery',
  listPushSubscriptions: 'the browsers of one person',
  listQuotas: 'one for each quota',
  listRateCards: 'a client has at most 500, one after the other',
  listRisks: 'the routes of one plan',
  listRouteEtas: 'the stops of one route',
  listSaidEtas: 'one delivery',
  listSavedViews: 'a quota limits them',
  listShopProblems: 'the newest of one shop, up to a limit',
  listSightings: 'the last visits that decide',
  listStays: 'the days that are asked for',
  listTemperatures: 'thinned out, so that a chart of any time has as many points',
  listThreads: 'one for each driver',
  listTrackers: 'of one driver',
  listTransferGroups: 'one for each pair of depots',
  listUndeliveredWebhooks: 'one line for each address and kind of failure',
  listUsedLearned: 'one delivery',
  listWebhooks: 'a quota limits them',
  listWorkSheets: 'drivers who worked, of at most 93 days',
  listWorkspaceExports: 'the newest ten; a file is there for three days',
  listWorkspaces: 'of one person',
}

const isPaged = ({ query, reply }: Endpoint) =>
  'cursor' in query.shape && 'limit' in query.shape && reply instanceof z.ZodObject && 'next_cursor' in reply.shape

test('every list that can grow goes on at a cursor; the others say why they do not have to', () => {
  const lists = allEndpoints.filter(({ id, method }) => method === 'GET' && id.startsWith('list'))
  const unpaged = lists.filter((endpoint) => !isPaged(endpoint)).map(({ id }) => id)
  expect(lists.length - unpaged.length).toBeGreaterThan(20)
  expect(unpaged.toSorted()).toEqual(Object.keys(whole))
})
