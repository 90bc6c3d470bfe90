import { z } from 'zod'
import { FleetDocument, FleetDocumentChange, FleetDocumentPage, NewFleetDocument } from '../schema/fleet-document.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Fleet'

export const listDocuments = endpoint({
  id: 'listDocuments',
  method: 'GET',
  path: '/v1/fleet-documents',
  may: 'see_operations',
  tag,
  summary: 'Documents of vehicles and licenses of drivers, those that end first at the top',
  query: z.strictObject({ ...pageQuery, vehicle_id: z.uuid().optional(), driver_id: z.uuid().optional() }),
  reply: FleetDocumentPage,
})

export const createDocument = endpoint({
  id: 'createDocument',
  method: 'POST',
  path: '/v1/fleet-documents',
  may: 'change_fleet',
  tag,
  summary: 'Add a document of a vehicle, or a license of a driver. Its file is uploaded to the bucket documents before',
  body: NewFleetDocument,
  reply: FleetDocument,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeDocument = endpoint({
  id: 'changeDocument',
  method: 'PATCH',
  path: '/v1/fleet-documents/:id',
  may: 'change_fleet',
  tag,
  summary: 'Change a document, such as after it was renewed',
  params: idParams,
  body: FleetDocumentChange,
  reply: FleetDocument,
  record: 'changed',
})

export const deleteDocument = endpoint({
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/v1/fleet-documents/:id',
  may: 'change_fleet',
  tag,
  summary: 'Delete a document; its file stays in the bucket',
  params: idParams,
  record: 'changed',
})
