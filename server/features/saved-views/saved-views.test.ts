import { expect, test } from 'vitest'
import { changeImportMapping, createImportMapping, listImportMappings } from '#domain/api/import-mappings.ts'
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from '#domain/api/saved-views.ts'
import { testApp } from '../../testing/test-app.ts'

const { as, makeMember } = await testApp()

test('a view is kept for its maker, shared with colleagues, and the default of whoever wants it', async () => {
  const owner = await makeMember()
  const colleague = await makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId })
  const viewer = await makeMember({ role: 'viewer', workspaceId: owner.workspaceId })
  const mine = as(colleague).call
  const { body: view } = await mine(createSavedView, {
    body: { name: 'Late', query: 'status=pending', columns: ['day'] },
  })
  expect(view).toMatchObject({ name: 'Late', columns: ['day'], is_shared: false, is_own: true, is_default: false })
  expect(await mine(createSavedView, { body: { name: 'late', query: '' } })).toMatchObject({
    code: 'duplicate_saved_view',
  })
  expect((await as(owner).call(listSavedViews)).body.data).toEqual([])

  const params = { id: view.id }
  await mine(changeSavedView, { params, body: { is_shared: true } })
  const [seen] = (await as(viewer).call(listSavedViews)).body.data
  expect(seen).toMatchObject({ name: 'Late', is_own: false, is_default: false })
  expect((await as(viewer).call(changeSavedView, { params, body: { is_default: true } })).body.is_default).toBe(true)
  expect(await as(viewer).call(changeSavedView, { params, body: { name: 'X' } })).toMatchObject({ code: 'not_allowed' })
  expect(await as(viewer).call(deleteSavedView, { params })).toMatchObject({ code: 'not_allowed' })
  expect(await as(viewer).call(createSavedView, { body: { name: 'All', query: '', is_shared: true } })).toMatchObject({
    code: 'not_allowed',
  })

  const { body: other } = await as(viewer).call(createSavedView, { body: { name: 'Mine', query: '' } })
  await as(viewer).call(changeSavedView, { params: { id: other.id }, body: { is_default: true } })
  const defaults = (await as(viewer).call(listSavedViews)).body.data.map(({ name, is_default }) => [name, is_default])
  expect(defaults).toEqual([
    ['Mine', true],
    ['Late', false],
  ])
  expect((await as(owner).call(deleteSavedView, { params })).status).toBe(204)
})

test('a mapping is kept for the workspace, one for each name and kind', async () => {
  const owner = await makeMember()
  const { call } = as(owner)
  const shop = {
    kind: 'deliveries' as const,
    name: 'Shop',
    header: ['Order', 'To'],
    fields: ['reference', 'delivery_address'],
  }
  const { body: kept } = await call(createImportMapping, { body: shop })
  expect(await call(createImportMapping, { body: { ...shop, name: 'SHOP' } })).toMatchObject({
    code: 'duplicate_import_mapping',
  })
  expect((await call(createImportMapping, { body: { ...shop, kind: 'drivers' } })).status).toBe(201)
  expect(await call(createImportMapping, { body: { ...shop, fields: [] } })).toMatchObject({
    code: 'validation_failed',
  })
  await call(changeImportMapping, { params: { id: kept.id }, body: { name: 'Web shop' } })
  const colleague = await makeMember({ role: 'dispatcher', workspaceId: owner.workspaceId })
  const { data } = (await as(colleague).call(listImportMappings, { query: { kind: 'deliveries' } })).body
  expect(data).toMatchObject([{ ...shop, name: 'Web shop' }])
})
