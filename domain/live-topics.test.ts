import { expect, test } from 'vitest'
import { liveTopic } from './live.ts'
import { readTopic, rightsOn, type Listener } from './live-topics.ts'
import { roles, type Role } from './permissions.ts'

const workspace = '018f0000-0000-7000-8000-000000000001'
const elsewhere = '018f0000-0000-7000-8000-000000000002'
const driver = '018f0000-0000-7000-8000-000000000003'

/** Which roles may `do` something on a topic of the workspace. */
function whoMay(topic: string, what: 'read' | 'broadcast' | 'presence', as: Partial<Listener> = {}): Role[] {
  return roles.filter((role) => {
    const rights = rightsOn(readTopic(topic)!, workspace, {
      workspaceId: workspace,
      userId: driver,
      role,
      driverId: null,
      ...as,
    })
    return what === 'read' ? rights !== null : rights?.[what]
  })
}
const staff = ['owner', 'admin', 'dispatcher', 'viewer']

test('who sees operations hears the workspace and its positions, and only the server speaks there', () => {
  for (const topic of [liveTopic.workspace(workspace), liveTopic.positions(workspace)]) {
    expect(whoMay(topic, 'read')).toEqual(staff)
    expect(whoMay(topic, 'broadcast')).toEqual([])
  }
  expect(whoMay(liveTopic.workspace(workspace), 'presence')).toEqual(staff)
  expect(whoMay(liveTopic.positions(workspace), 'presence')).toEqual([])
})

test('who may change operations speaks in the rooms of the workspace, and viewers listen', () => {
  const room = liveTopic.room(workspace, 'morning-shift')
  expect(whoMay(room, 'read')).toEqual(staff)
  expect(whoMay(room, 'broadcast')).toEqual(['owner', 'admin', 'dispatcher'])
})

test('a driver hears their own topic and nothing else', () => {
  const own = { driverId: driver }
  expect(whoMay(liveTopic.driver(driver), 'read')).toEqual(staff)
  expect(whoMay(liveTopic.driver(driver), 'read', own)).toEqual(roles)
  expect(whoMay(liveTopic.driver(elsewhere), 'read', own)).toEqual(staff)
  expect(whoMay(liveTopic.workspace(workspace), 'read', own)).toEqual(staff)
  expect(whoMay(liveTopic.driver(driver), 'broadcast', own)).toEqual([])
})

test('everybody hears their own topic, and nobody another member’s', () => {
  expect(whoMay(liveTopic.member(workspace, driver), 'read')).toEqual(roles)
  expect(whoMay(liveTopic.member(workspace, elsewhere), 'read')).toEqual([])
  expect(whoMay(liveTopic.member(workspace, driver), 'broadcast')).toEqual([])
})

test('nobody hears a topic of another workspace', () => {
  for (const topic of [liveTopic.workspace(elsewhere), liveTopic.member(elsewhere, driver), liveTopic.driver(driver)]) {
    const listener = { workspaceId: workspace, userId: driver, role: 'owner', driverId: driver } as const
    expect(rightsOn(readTopic(topic)!, elsewhere, listener)).toBeNull()
    expect(rightsOn(readTopic(topic)!, null, listener)).toBeNull()
  }
})

test('other topics are unknown', () => {
  for (const topic of [
    '',
    'workspace:',
    'workspace:*',
    `workspace:${workspace}:`,
    `workspace:${workspace}:rooms:x`,
    `workspace:${workspace}:room:`,
    `workspace:${workspace}:room:a b`,
    `workspace:${workspace}\n`,
    `xworkspace:${workspace}`,
    `driver:${driver}:positions`,
    `WORKSPACE:${workspace}`,
    'room-1',
  ]) {
    expect(readTopic(topic), topic).toBeUndefined()
  }
})

test('whoever is limited to depots hears of their drivers, and of those without a depot', () => {
  const [own, other] = ['0a0a0a0a-0000-4000-8000-000000000001', '0a0a0a0a-0000-4000-8000-000000000002']
  const limited = { workspaceId: workspace, userId: own, role: 'dispatcher' as const, driverId: null, depotIds: [own] }
  const mayHear = (
    listener: typeof limited | (Omit<typeof limited, 'depotIds'> & { depotIds: null }),
    depot?: string,
  ) => rightsOn(readTopic(liveTopic.positions(workspace, depot))!, workspace, listener) !== null
  expect([undefined, own, other, 'none'].map((depot) => mayHear(limited, depot))).toEqual([false, true, false, true])
  expect([undefined, own, 'none'].every((depot) => mayHear({ ...limited, depotIds: null }, depot))).toBe(true)
  expect(readTopic(`${liveTopic.positions(workspace)}:elsewhere`)).toBeUndefined()
})
