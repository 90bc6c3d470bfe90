import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { check, type VroomOutput } from '#solver/index.ts'
import type { Operation } from '#domain/schema/operation.ts'
import { problemOf } from '../../testing/optimizing.ts'
import { call, freePort, signUp, startServer, temporaryFolder } from '../../testing/server-process.ts'

const folder = temporaryFolder('optimize')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'accepted operations are solved even if the server is killed while one runs and others wait',
  { timeout: 180_000 },
  async (context) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const start = async () => {
      const server = startServer({ PORT: String(port), DATA_DIR: folder })
      context.onTestFinished(() => void server.child.kill('SIGTERM'))
      await server.ready
      return server
    }
    const read = (id: string) => call<Operation>(url, token, 'GET', `/v1/operations/${id}`)
    const until = async (id: string, isThere: (operation: Operation) => boolean) => {
      let operation = await read(id)
      for (; !isThere(operation); operation = await read(id)) await delay(100)
      return operation
    }

    let server = await start()
    const token = await signUp(url)
    const ask = async (): Promise<Operation> => {
      const reply = await fetch(`${url}/v1/optimize?time_limit_seconds=2`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          prefer: 'respond-async',
        },
        body: JSON.stringify(problemOf(60)),
      })
      expect(reply.status).toBe(202)
      return (await reply.json()) as Operation
    }
    const asked = [await ask(), await ask(), await ask()]
    const first = await until(asked[0]!.id, ({ progress }) => progress !== null)
    expect(first.status).toBe('running')
    server.child.kill('SIGKILL')
    await server.ended
    server = await start()
    for (const { id } of asked) {
      const { status, result } = await until(id, ({ finished_at }) => finished_at !== null)
      expect(status).toBe('succeeded')
      expect(check(problemOf(60), result as VroomOutput).errors).toEqual([])
    }
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
  },
)
