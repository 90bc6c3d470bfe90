import { describe, expect, test } from 'vitest'
import { openBuckets, messageLimiter, networkOf } from './limiters.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 15) + seconds * 1000)

describe('calls', () => {
  const counter = (perWindow: number, burst: number) => {
    const limit = openBuckets({ perWindow, windowSeconds: 300, burst }).count
    return (ip: string, calls: number, seconds = 0) =>
      Array.from({ length: calls }, () => limit(ip, at(seconds))).filter(({ waitSeconds }) => waitSeconds === 0).length
  }

  test('a caller may make a burst of calls, then as many as the time in between allows', () => {
    const count = counter(150, 30)
    expect(count('1.1.1.1', 40)).toBe(30)
    expect(count('2.2.2.2', 5)).toBe(5)
    expect(count('1.1.1.1', 40, 10)).toBe(5)
    expect(count('1.1.1.1', 40, 10_000)).toBe(30)
  })

  test('a refused caller learns how long to wait', () => {
    const limit = openBuckets({ perWindow: 150, windowSeconds: 300, burst: 1 }).count
    expect(limit('1.1.1.1', at(0)).waitSeconds).toBe(0)
    expect(limit('1.1.1.1', at(0)).waitSeconds).toBe(2)
    expect(limit('1.1.1.1', at(1)).waitSeconds).toBe(1)
    expect(limit('1.1.1.1', at(2)).waitSeconds).toBe(0)
  })

  test('a caller learns how many calls are left, and when all of them are back', () => {
    const limit = openBuckets({ perWindow: 60, windowSeconds: 60, burst: 10 }).count
    expect(limit('1.1.1.1', at(0))).toMatchObject({ remaining: 9, resetSeconds: 1 })
    expect(limit('1.1.1.1', at(0))).toMatchObject({ remaining: 8, resetSeconds: 2 })
    expect(limit('1.1.1.1', at(100))).toMatchObject({ remaining: 9, resetSeconds: 1 })
  })

  test('what is counted separately does not affect each other', () => {
    const limit = openBuckets({ perWindow: 1, windowSeconds: 60, burst: 1 }).count
    expect(limit('1.1.1.1', at(0), '/otp').waitSeconds).toBe(0)
    expect(limit('1.1.1.1', at(0), '/recover').waitSeconds).toBe(0)
    expect(limit('1.1.1.1', at(0), '/otp').waitSeconds).toBe(60)
  })

  test('a clock that goes backwards gives no extra calls', () => {
    const count = counter(150, 30)
    expect(count('1.1.1.1', 40, 1000)).toBe(30)
    expect(count('1.1.1.1', 40, 0)).toBe(0)
  })

  test('what other servers have counted is gone here too, and they are told of whoever has used a tenth of the calls', () => {
    const told: string[] = []
    const buckets = openBuckets({ perWindow: 100, windowSeconds: 100, burst: 100 }, (bucket) => told.push(bucket))
    const call = (calls: number, seconds = 0) =>
      Array.from({ length: calls }, () => buckets.count('1.1.1.1', at(seconds))).filter(
        ({ waitSeconds }) => waitSeconds === 0,
      ).length
    expect(call(9)).toBe(9)
    expect(told).toEqual([])
    expect(call(21)).toBe(21)
    const bucket = told[0]!
    expect(new Set(told)).toEqual(new Set([bucket]))
    expect(buckets.tell(bucket)).toBe(30)
    expect(buckets.tell(bucket)).toBe(0)
    buckets.charge(bucket, 60, at(0))
    expect(call(20)).toBe(10)
    expect(buckets.tell(bucket)).toBe(10)
    // In debt by all of its calls at most.
    buckets.charge(bucket, 1000, at(0))
    expect(buckets.count('1.1.1.1', at(0))).toMatchObject({ remaining: 0, waitSeconds: 101 })
    expect(call(1, 200)).toBe(1)
    buckets.charge('2.2.2.2 ', 99, at(0))
    expect(buckets.count('2.2.2.2', at(0)).waitSeconds).toBe(0)
    expect(buckets.count('2.2.2.2', at(0)).waitSeconds).toBe(1)
  })

  test('an IPv6 network is one caller, however many addresses it uses', () => {
    const count = counter(30, 30)
    let allowed = 0
    for (let i = 0; i < 100; i++) allowed += count(`2001:db8:1:2:${i.toString(16)}::1`, 1)
    expect(allowed).toBe(30)
    expect(count('2001:db8:1:3::1', 1)).toBe(1)
  })

  test('the memory of callers is limited, and keeps those seen last', () => {
    const count = counter(1, 1)
    expect(count('10.0.0.1', 1)).toBe(1)
    for (let i = 0; i < 20_000; i++) count(`10.1.${i >> 8}.${i & 255}`, 1)
    expect(count('10.1.0.200', 1)).toBe(0)
    expect(count('10.0.0.1', 1)).toBe(1)
  })
})

describe('messages', () => {
  test('a caller may send so many in 10 minutes, and learns when to send the next one', () => {
    const limit = messageLimiter(2, 600)
    expect(limit('a', '1', at(0))).toBe(0)
    expect(limit('a', '2', at(60))).toBe(0)
    expect(limit('a', '3', at(100))).toBe(500)
    expect(limit('a', '3', at(599))).toBe(1)
    expect(limit('a', '3', at(600))).toBe(0)
    expect(limit('a', '4', at(601))).toBe(59)
  })

  test('callers do not affect each other', () => {
    const limit = messageLimiter(1, 600)
    expect(limit('a', '1', at(0))).toBe(0)
    expect(limit('b', '1', at(0))).toBe(0)
    expect(limit('a', '2', at(0))).toBe(600)
  })

  test('a message counts once, however often it is tried', () => {
    const limit = messageLimiter(2, 600)
    for (const second of [0, 1, 2]) expect(limit('a', '1', at(second))).toBe(0)
    expect(limit('a', '2', at(3))).toBe(0)
  })
})

test.each([
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
  ['10.0.0.1', '10.0.0.1'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
