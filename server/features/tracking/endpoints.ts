import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/tracking.ts'
import { AppError } from '#domain/errors.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { enterTracking, type Recipient } from '../../http/callers/recipient.ts'
import { mount } from '../../http/mount.ts'
import { readTrackingToken } from '../../http/tracking-token.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { getDelivery } from '../deliveries/queries.ts'
import { findLogo } from '../look/queries.ts'
import { readPhotoFile, readPhotos } from '../proofs/queries.ts'
import {
  changePreferences,
  changeTrackingSettings,
  linkOf,
  rateDelivery,
  renewTrackingLink,
  tryDeliveryAgain,
  viewFor,
  writeToDispatcher,
} from './commands.ts'
import { readTrackingLink, readTrackingSettings } from './queries.ts'

/** Serves what recipients see of their deliveries, and how a workspace sets that up. */
export function registerTracking(app: FastifyInstance, deps: Deps, reroute: Reroute): void {
  mount(app, deps, api.getTrackingSettings, ({ trx, actor }) => readTrackingSettings(trx, actor.workspaceId))
  mount(app, deps, api.changeTrackingSettings, ({ trx, actor, body, seen }) =>
    changeTrackingSettings(trx, actor, body, seen, deps.now()),
  )
  mount(app, deps, api.getTrackingLink, async ({ trx, actor, params }) =>
    linkOf(await readTrackingLink(trx, deps, actor.workspaceId, params.id)),
  )
  mount(app, deps, api.renewTrackingLink, ({ trx, actor, params }) => renewTrackingLink(trx, deps, actor, params.id))
  mount(app, deps, api.getTracking, ({ trx, actor }) => viewFor(trx, actor, deps.now()))
  const limit = { limit: 'recipients' } as const
  mount(
    app,
    deps,
    api.changePreferences,
    (call) => changePreferences(call.trx, { ...deps, reroute }, call.actor, call.body),
    limit,
  )
  mount(app, deps, api.rateDelivery, (call) => rateDelivery(call.trx, call.actor, call.body, deps.now()), limit)
  mount(
    app,
    deps,
    api.writeToDispatcher,
    (call) => writeToDispatcher(call.trx, call.actor, call.body.text, deps.now()),
    limit,
  )
  mount(app, deps, api.tryDeliveryAgain, (call) => tryDeliveryAgain(call.trx, call.actor, deps.now()), limit)
  sendFile(app, deps, api.getTrackingLogo.path, findSenderLogo)
  sendFile(app, deps, api.getTrackingPhoto.path, findShownPhoto)
}

type File = { sha256: string; size: number; type: string }

async function findSenderLogo(trx: Trx, { workspaceId }: Recipient): Promise<File> {
  await setWorkspace(trx, workspaceId)
  const file = await findLogo(trx, workspaceId)
  if (!file) throw new AppError('logo_not_found')
  return file
}

/** A photo of the recipient's own delivery, which their transaction sees before Karta reads the file. */
async function findShownPhoto(trx: Trx, who: Recipient, { id }: { id?: string }): Promise<File> {
  const { is_confidential: isHidden } = await getDelivery(trx, who.workspaceId, who.deliveryId)
  const photos = await readPhotos(trx, who.workspaceId, who.deliveryId)
  const photo = photos.find((each) => each.id === id && each.state === 'stored')
  if (!photo || isHidden) throw new AppError('photo_not_found')
  await setWorkspace(trx, who.workspaceId)
  return readPhotoFile(trx, who.workspaceId, { id: photo.id, isOriginal: false })
}

/** Sends a file to whoever has the link. The bytes are read once the transaction is over. */
function sendFile(
  app: FastifyInstance,
  deps: Deps,
  path: string,
  find: (trx: Trx, who: Recipient, params: { id?: string }) => Promise<File>,
): void {
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as { token: string; id?: string }
    const shown = readTrackingToken(params.token)
    const file = await again(() =>
      inTransaction(deps.db, async (trx) => find(trx, await enterTracking(trx, deps, shown), params)),
    )
    return reply
      .type(file.type)
      .headers({
        'content-length': file.size,
        'cache-control': 'private, max-age=3600',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': 'noindex',
      })
      .send(await deps.objects.open(file.sha256))
  })
}
