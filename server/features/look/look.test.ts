import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as api from '#domain/api/look.ts'
import { dayMaker } from '../../testing/planning-day.ts'
import { testApp, type TestMember } from '../../testing/test-app.ts'

const { as, app, deps, makeMember } = await testApp()

/** A picture of one color, as a PNG file says it. Checksums are not looked at. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 100)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const headersOf = ({ token, workspaceId }: TestMember) => ({
  authorization: `Bearer ${token}`,
  'karta-workspace': workspaceId,
})

/** Uploads a file into somebody's folder, and names it. */
async function add(who: TestMember, name: string, payload: Buffer | string, type = 'image/png') {
  const path = `${who.userId}/${name}`
  const url = `/storage/v1/object/avatars/${path}`
  const reply = await app.inject({ method: 'POST', url, headers: { ...headersOf(who), 'content-type': type }, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return path
}

test('a workspace has a logo, a color and a contact line, which delivery notes show', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  expect((await call(api.getLook)).body).toEqual({ logo: null, accent: null, contact: null, version: 1 })
  const logo = await add(owner, 'logo.png', png(60, 20))
  const { body } = await call(api.changeLook, { body: { logo, accent: '#0B6B5A', contact: '021 555 0100' } })
  expect(body).toMatchObject({ accent: '#0b6b5a', contact: '021 555 0100', version: 2 })
  expect(body.logo).toEqual({ url: '/v1/settings/look/logo', media_type: 'image/png', bytes: png(60, 20).length })
  const file = await app.inject({ url: body.logo!.url, headers: headersOf(owner) })
  expect([file.headers['content-type'], file.rawPayload]).toEqual(['image/png', png(60, 20)])
  const day = dayMaker(deps.db, owner.workspaceId)
  const { id } = await day.delivery({ recipient_name: 'Siti' })
  const note = await app.inject({ url: `/v1/deliveries/${id}/note.pdf`, headers: headersOf(owner) })
  expect(note.body).toContain('/Subtype /Image')
  // What replaces a file that was checked is no logo.
  const url = `/storage/v1/object/avatars/${logo}`
  const headers = { ...headersOf(owner), 'content-type': 'image/png' }
  await app.inject({ method: 'PUT', url, headers, payload: png(9000, 9000) })
  expect((await call(api.getLook)).body).toMatchObject({ logo: null, accent: '#0b6b5a' })
  expect((await call(api.changeLook, { body: { logo: null, accent: null } })).body).toMatchObject({ accent: null })
})

test('only a small PNG or JPEG of one’s own becomes the logo, and only a color that can be read', async () => {
  const [owner, other] = [await makeMember(), await makeMember()]
  const { call } = as(owner)
  const colleague = await makeMember({ workspaceId: owner.workspaceId, role: 'admin' })
  const set = (logo: string) => call(api.changeLook, { body: { logo } })
  const unfit = [
    await add(owner, 'wide.png', png(2001, 10)),
    await add(owner, 'cut.png', png(10, 10).subarray(0, 20)),
    await add(owner, 'large.png', Buffer.concat([png(10, 10), Buffer.alloc(500_000)])),
    await add(owner, 'moving.gif', Buffer.from('47494638396101000100000000003b', 'hex'), 'image/gif'),
  ]
  for (const name of unfit) expect(await set(name), name).toMatchObject({ status: 422, code: 'logo_unfit' })
  const missing = [
    `${owner.userId}/none.png`,
    await add(other, 'theirs.png', png(5, 5)),
    await add(colleague, 'a.png', png(5, 5)),
  ]
  for (const name of missing) expect(await set(name), name).toMatchObject({ status: 404, code: 'logo_not_found' })
  const light = await call(api.changeLook, { body: { accent: '#ffcc00' } })
  expect(light).toMatchObject({ status: 400, errors: [{ path: 'accent' }] })
  expect((await call(api.getLook)).body.version).toBe(1)
})
