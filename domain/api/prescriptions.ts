import { z } from 'zod'
import {
  EmergencyReading,
  Prescription,
  PrescriptionAccessList,
  PrescriptionState,
  PrescriptionWrite,
  readingPurposes,
} from '../schema/prescription.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Prescriptions'
const path = '/v1/deliveries/:id/prescription'

export const getPrescription = endpoint({
  id: 'getPrescription',
  method: 'GET',
  path,
  may: 'see_prescriptions',
  tag,
  summary: 'What a delivery’s prescription says; each call is an entry of the audit log',
  params: idParams,
  query: z.strictObject({ purpose: z.enum(readingPurposes).optional().describe('Why it is read, for the audit log') }),
  reply: Prescription,
  record: 'shown',
})

export const putPrescription = endpoint({
  id: 'putPrescription',
  method: 'PUT',
  path,
  may: 'change_prescriptions',
  tag,
  summary:
    'Add or replace a delivery’s prescription, and what the driver checks at the door; the reply does not repeat it',
  params: idParams,
  body: PrescriptionWrite,
  reply: PrescriptionState,
  record: 'changed',
})

export const removePrescription = endpoint({
  id: 'removePrescription',
  method: 'DELETE',
  path,
  may: 'change_prescriptions',
  tag,
  summary: 'Remove a delivery’s prescription for good; the log of who saw it stays',
  params: idParams,
})

export const listPrescriptionAccesses = endpoint({
  id: 'listPrescriptionAccesses',
  method: 'GET',
  path: `${path}/accesses`,
  may: 'see_prescriptions',
  tag,
  summary: 'Who saw or changed a delivery’s prescription, without what it says',
  params: idParams,
  reply: PrescriptionAccessList,
})

export const readPrescriptionInEmergency = endpoint({
  id: 'readPrescriptionInEmergency',
  method: 'POST',
  path: `${path}/emergency`,
  may: 'manage_workspace',
  tag,
  summary: 'Read a prescription without the right to, with a reason; the owners are told at once',
  params: idParams,
  body: EmergencyReading,
  reply: Prescription,
  addsNothing: () => true,
})
