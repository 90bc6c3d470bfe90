import { z } from 'zod'
import { PushMessage } from '#domain/schema/push.ts'
import { ShopPlatform } from '#domain/schema/integration.ts'

/** One kind of background work: its payload, and how it is tried again. */
export type Task<P extends z.ZodType = z.ZodType> = {
  name: string
  payload: P
  /** How many more attempts there are after the first one fails or its worker dies. */
  retries: number
  /** The pause before the second attempt. It doubles each time, up to an hour. Without it, each pause is 1 second. */
  backOffSeconds?: number
  /** A worker that gives no sign of life for this long counts as dead; at least 10. */
  heartbeatSeconds: number
  /** How long one attempt may take. */
  expireSeconds: number
}

const task = <P extends z.ZodType>(declaration: Task<P>): Task<P> => declaration

/** Gives a mail to the mail server. The attempts span about half a day. */
export const deliverMail = task({
  name: 'deliver-mail',
  payload: z.object({ mailId: z.uuid() }),
  retries: 15,
  backOffSeconds: 60,
  heartbeatSeconds: 10,
  expireSeconds: 120,
})

/** Checks what a shop sent, and turns it into a connection. */
export const connectShop = task({
  name: 'connect-shop',
  payload: z.object({ workspaceId: z.uuid(), platform: ShopPlatform, attemptId: z.uuid() }),
  retries: 2,
  heartbeatSeconds: 10,
  expireSeconds: 60,
})

/** A turn at looking up the addresses of a workspace's deliveries. A sweep adds it again if it could not finish. */
export const locateDeliveries = task({
  name: 'locate-deliveries',
  payload: z.object({ workspaceId: z.uuid() }),
  retries: 2,
  heartbeatSeconds: 10,
  expireSeconds: 600,
})

/** Texts an invitation to a driver. */
export const sendInvitationText = task({
  name: 'send-invitation-text',
  payload: z.object({ workspaceId: z.uuid(), invitationId: z.uuid() }),
  retries: 4,
  backOffSeconds: 30,
  heartbeatSeconds: 10,
  expireSeconds: 60,
})

/** Mails a driver their route. */
export const mailRoute = task({
  name: 'mail-route',
  payload: z.object({ workspaceId: z.uuid(), routeId: z.uuid() }),
  retries: 4,
  backOffSeconds: 10,
  heartbeatSeconds: 10,
  expireSeconds: 120,
})

/** Compares a photo that arrived with what a driver's phone signed. */
export const checkPhoto = task({
  name: 'check-photo',
  payload: z.object({ workspaceId: z.uuid(), objectId: z.uuid() }),
  retries: 4,
  backOffSeconds: 5,
  heartbeatSeconds: 10,
  expireSeconds: 60,
})

/** Erases a recipient, a part after the other. A sweep adds it again if it could not finish. */
export const eraseRecipient = task({
  name: 'erase-recipient',
  payload: z.object({ workspaceId: z.uuid(), erasureId: z.uuid() }),
  retries: 2,
  heartbeatSeconds: 10,
  expireSeconds: 3600,
})

/** Checks the chain of a workspace's audit log: all of it, or what was added since it was last found whole. */
export const checkAuditLog = task({
  name: 'check-audit-log',
  payload: z.object({ workspaceId: z.uuid(), isWhole: z.boolean() }),
  retries: 2,
  heartbeatSeconds: 30,
  expireSeconds: 3600,
})

/** Gives a notification to the push service of a browser. */
export const sendPush = task({
  name: 'send-push',
  payload: z.object({ workspaceId: z.uuid(), subscriptionId: z.uuid(), message: PushMessage, isUrgent: z.boolean() }),
  retries: 5,
  backOffSeconds: 10,
  heartbeatSeconds: 10,
  expireSeconds: 60,
})

/** Reads an order from its shop, and does what it says. */
export const readShopOrder = task({
  name: 'read-shop-order',
  payload: z.object({ workspaceId: z.uuid(), integrationId: z.uuid(), orderId: z.string().max(100) }),
  retries: 8,
  backOffSeconds: 5,
  heartbeatSeconds: 30,
  expireSeconds: 180,
})

/** Asks a shop for all that changed, page after page. Where it stopped, the next attempt goes on. */
export const syncShop = task({
  name: 'sync-shop',
  payload: z.object({ workspaceId: z.uuid(), integrationId: z.uuid() }),
  retries: 5,
  backOffSeconds: 20,
  heartbeatSeconds: 60,
  expireSeconds: 3600,
})

/** Tells a shop what became of a delivery, in order. */
export const tellShop = task({
  name: 'tell-shop',
  payload: z.object({ workspaceId: z.uuid(), integrationId: z.uuid(), deliveryId: z.uuid() }),
  retries: 12,
  backOffSeconds: 10,
  heartbeatSeconds: 30,
  expireSeconds: 300,
})

/** Does what privacy law asks a shop's apps to do. */
export const honorShopRequest = task({
  name: 'honor-shop-request',
  payload: z.object({ workspaceId: z.uuid(), eventId: z.uuid() }),
  retries: 60,
  backOffSeconds: 300,
  heartbeatSeconds: 30,
  expireSeconds: 300,
})

/** Asks Stripe what a workspace pays for, and gives it that tier. */
export const syncSubscription = task({
  name: 'sync-subscription',
  payload: z.object({ workspaceId: z.uuid() }),
  retries: 12,
  backOffSeconds: 10,
  heartbeatSeconds: 10,
  expireSeconds: 120,
})

/** Draws many days of a plan. */
export const rehearse = task({
  name: 'rehearse',
  payload: z.object({ workspaceId: z.uuid(), rehearsalId: z.uuid() }),
  retries: 2,
  heartbeatSeconds: 30,
  expireSeconds: 1800,
})

/** Draws a report and mails it. */
export const mailReport = task({
  name: 'mail-report',
  payload: z.object({ workspaceId: z.uuid(), sendingId: z.uuid() }),
  retries: 5,
  backOffSeconds: 20,
  heartbeatSeconds: 10,
  expireSeconds: 180,
})

/** Writes everything of a workspace to a file. */
export const exportWorkspace = task({
  name: 'export-workspace',
  payload: z.object({ workspaceId: z.uuid(), exportId: z.uuid() }),
  retries: 2,
  backOffSeconds: 30,
  heartbeatSeconds: 30,
  expireSeconds: 6 * 3600,
})

export const allTasks: Task[] = [
  deliverMail,
  mailRoute,
  connectShop,
  locateDeliveries,
  sendInvitationText,
  checkPhoto,
  eraseRecipient,
  checkAuditLog,
  sendPush,
  readShopOrder,
  syncShop,
  tellShop,
  honorShopRequest,
  syncSubscription,
  rehearse,
  mailReport,
  exportWorkspace,
]
