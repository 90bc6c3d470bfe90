import { describe, expect, test } from 'vitest'
import { optimizeBodyBytes } from '#domain/operations.ts'
import { optimizingApp, type SearchQuery } from '../../testing/optimizing-app.ts'
import { problemOf } from '../../testing/optimizing.ts'

const { makeMember, raw, send } = await optimizingApp()

describe('unusable problems', () => {
  const one = problemOf(1)
  const job = one.jobs[0]!
  const nested = '['.repeat(200_000) + ']'.repeat(200_000)
  test.each<[string, string, string, string, RegExp]>([
    ['incomplete JSON', '{"vehicles":', 'bad_json', '', /./],
    ['an empty body', '', 'bad_json', '', /./],
    ['NaN', JSON.stringify(one).replace('106.8', 'NaN'), 'bad_json', '', /./],
    ['bytes that are not text', '\u00ff', 'bad_json', '', /./],
    ['a list', '[]', 'problem_unusable', '', /must be a JSON object/],
    ['an unknown field', JSON.stringify({ ...one, speed: 3 }), 'problem_unusable', 'speed', /not a field we know/],
    [
      'a job without a location',
      JSON.stringify({ ...one, jobs: [{ id: 1 }] }),
      'problem_unusable',
      'jobs[0].location',
      /missing/,
    ],
    [
      'a number as a string',
      JSON.stringify({ ...one, jobs: [{ ...job, service: '5' }] }),
      'problem_unusable',
      'jobs[0].service',
      /"5"/,
    ],
    [
      'an infinite number',
      JSON.stringify(one).replace('106.8', '1e999'),
      'problem_unusable',
      'vehicles[0].start',
      /Infinity/,
    ],
    [
      'a field name from JavaScript',
      `{"__proto__":{"jobs":[]},"jobs":[],"vehicles":[{"id":1,"start":[0,0]}]}`,
      'problem_unusable',
      '__proto__',
      /not a field/,
    ],
    ['deep nesting', `{"jobs":[],"vehicles":[{"id":${nested}}]}`, 'problem_unusable', '', /./],
    [
      'a matrix that is not square',
      `{"jobs":[],"vehicles":[{"id":1,"start_index":0}],"matrices":{"car":{"durations":[[0,1]]}}}`,
      'problem_unusable',
      'matrices.car.durations[0]',
      /has 2 entries/,
    ],
  ])('%s is rejected with its path', async (_, payload, code, path, message) => {
    const bytes = payload === '\u00ff' ? Buffer.from([0x22, 0xff, 0x22]) : payload
    const reply = await raw(await makeMember(), bytes)
    expect(reply.json()).toMatchObject({ code, status: code === 'bad_json' ? 400 : 422 })
    expect(reply.headers['content-type']).toMatch(/problem\+json/)
    if (code === 'bad_json') return
    const [problem] = reply.json().errors
    expect(problem.message).toMatch(message)
    expect(problem.message.length).toBeLessThan(600)
    if (path) expect(problem.path).toBe(path)
  })

  test('an invalid query is rejected by field', async () => {
    const member = await makeMember()
    for (const query of [
      { time_limit_seconds: -1 },
      { time_limit_seconds: 'soon' },
      { threads: 0 },
      { seed: 1.5 },
      { mode: 'sync' },
    ]) {
      const reply = await send(member, one, query as SearchQuery)
      expect(reply, JSON.stringify(query)).toMatchObject({ status: 400, code: 'validation_failed' })
    }
  })

  test('other content types and bodies over the limit are rejected', async () => {
    const member = await makeMember()
    const text = await raw(member, JSON.stringify(one), { 'content-type': 'text/plain' })
    expect(text.json()).toMatchObject({ code: 'unsupported_media_type' })
    const large = await raw(member, Buffer.alloc(optimizeBodyBytes + 1, 32))
    expect(large.json()).toMatchObject({ status: 413, code: 'too_large', limit_bytes: 33_554_432 })
    const most = await raw(member, Buffer.alloc(optimizeBodyBytes, 32))
    expect(most.json()).toMatchObject({ code: 'bad_json' })
  })
})
