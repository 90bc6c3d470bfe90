import { CustomField, CustomFieldChange, CustomFieldList, NewCustomField } from '../schema/custom-field.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Custom fields'

export const listCustomFields = endpoint({
  id: 'listCustomFields',
  method: 'GET',
  path: '/v1/custom-fields',
  may: 'see_deliveries',
  tag,
  summary:
    'The workspace’s own fields of deliveries, in their order; archived ones too. Clients see those shown to them',
  reply: CustomFieldList,
})

export const createCustomField = endpoint({
  id: 'createCustomField',
  method: 'POST',
  path: '/v1/custom-fields',
  may: 'manage_workspace',
  tag,
  summary: 'Add a field of your own to deliveries',
  body: NewCustomField,
  reply: CustomField,
  status: 201,
  idempotent: true,
  record: 'shown',
  example: { body: { label: 'Gate code', type: 'text', visible_to: ['driver'] } },
})

export const changeCustomField = endpoint({
  id: 'changeCustomField',
  method: 'PATCH',
  path: '/v1/custom-fields/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Rename, reorder or archive a field, or change who sees it; deliveries keep their values',
  params: idParams,
  body: CustomFieldChange,
  reply: CustomField,
  record: 'changed',
})
