/** The addresses for notifications, which only the page of settings needs. */
export const pushPaths = {
  getPushKey: 'GET /v1/push-key',
  listPushSubscriptions: 'GET /v1/push-subscriptions',
  createPushSubscription: 'POST /v1/push-subscriptions',
  deletePushSubscription: 'DELETE /v1/push-subscriptions/:id',
  testPushSubscription: 'POST /v1/push-subscriptions/:id/test',
} as const
