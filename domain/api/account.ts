import { z } from 'zod'
import { Account, AccountData, AccountDeletion, AccountSession, DeletionRequest } from '../schema/account.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Account'

export const getAccount = endpoint({
  id: 'getAccount',
  method: 'GET',
  path: '/v1/account',
  may: 'signed_in',
  tag,
  summary: 'Your account and your workspaces',
  reply: Account,
})

export const listAccountSessions = endpoint({
  id: 'listAccountSessions',
  method: 'GET',
  path: '/v1/account/sessions',
  may: 'fully_signed_in',
  tag,
  summary: 'Where you are signed in: this session first, then the most recent',
  reply: z.object({ data: z.array(AccountSession) }),
})

export const endAccountSession = endpoint({
  id: 'endAccountSession',
  method: 'DELETE',
  path: '/v1/account/sessions/:id',
  may: 'fully_signed_in',
  tag,
  summary: 'End one of your sessions; its device is signed out immediately',
  params: idParams,
})

export const endOtherAccountSessions = endpoint({
  id: 'endOtherAccountSessions',
  method: 'DELETE',
  path: '/v1/account/sessions',
  may: 'fully_signed_in',
  tag,
  summary: 'End all of your other sessions',
  reply: z.object({ ended: z.int() }),
})

export const downloadAccountData = endpoint({
  id: 'downloadAccountData',
  method: 'GET',
  path: '/v1/account/data',
  may: 'fully_signed_in',
  tag,
  summary: 'All data about you, as one document',
  reply: AccountData,
})

export const getAccountDeletion = endpoint({
  id: 'getAccountDeletion',
  method: 'GET',
  path: '/v1/account/deletion',
  may: 'fully_signed_in',
  tag,
  summary: 'What deleting your account would do, and whether it is scheduled',
  reply: AccountDeletion,
})

export const requestAccountDeletion = endpoint({
  id: 'requestAccountDeletion',
  method: 'POST',
  path: '/v1/account/deletion',
  may: 'fully_signed_in',
  tag,
  summary: 'Delete your account in 7 days; asking again changes the choices for your workspaces but not the date',
  body: DeletionRequest,
  reply: AccountDeletion,
  addsNothing: () => true,
})

export const withdrawAccountDeletion = endpoint({
  id: 'withdrawAccountDeletion',
  method: 'DELETE',
  path: '/v1/account/deletion',
  may: 'fully_signed_in',
  tag,
  summary: 'Cancel the deletion of your account',
  reply: AccountDeletion,
})
