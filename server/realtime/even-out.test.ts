import { expect, test } from 'vitest'
import { openLocalBus } from '../bus/bus.ts'
import { openEvenOut } from './even-out.ts'

/** Servers with so many sockets, behind a balancer that sends a socket where `pick` says. */
function openServers(counts: number[], pick: (counts: number[], from: number) => number) {
  const bus = openLocalBus(() => {})
  let seconds = 0
  let moved = 0
  const servers = counts.map((_, from) =>
    openEvenOut({
      bus,
      now: () => seconds * 1000,
      count: () => counts[from]!,
      sendAway(count) {
        moved += count
        for (let left = count; left > 0; left--) {
          counts[from]!--
          counts[pick(counts, from)]!++
        }
      },
      most: 250,
    }),
  )
  return {
    counts,
    servers,
    moved: () => moved,
    run(times: number) {
      for (; times > 0; times--, seconds += 5) for (const server of servers) server.look()
    },
  }
}

const toFewest = (counts: number[]) => counts.indexOf(Math.min(...counts))

test('a server that has just started gets its share of the sockets, and then all stay where they are', () => {
  const { run, counts, moved } = openServers([1000, 1000, 0], toFewest)
  run(12)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(70)
  const until = moved()
  expect(until).toBeGreaterThan(500)
  expect(until).toBeLessThan(750)
  run(100)
  expect(moved()).toBe(until)
})

test('a server that goes on with the same share is left alone, and so are few sockets', () => {
  for (const counts of [[700, 650, 600], [40, 0, 3], [1000]]) {
    const { run, moved } = openServers(counts, toFewest)
    run(20)
    expect(moved()).toBe(0)
  }
})

test('where the balancer sends everybody back, tries become rare', () => {
  const { run, counts, moved } = openServers([1000, 0], (_, from) => from)
  run(720)
  expect(counts).toEqual([1000, 0])
  // Six tries in an hour: after 1, 2, 4, 8, 16 and 32 minutes.
  expect(moved()).toBe(250 * 6)
})

test('a server that says nothing any more does not count', () => {
  const { run, servers, counts, moved } = openServers([1000, 1000, 0], toFewest)
  servers[2]!.look()
  servers.splice(2, 1)
  counts[2] = Infinity
  run(1)
  expect(moved()).toBe(500)
  run(10)
  expect(counts[0]! + counts[1]!).toBe(2000)
  expect(moved()).toBe(500)
})
