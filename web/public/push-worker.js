// Shows notifications of the dashboard, and opens the page that they are about.

addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(registration.showNotification(title, { body, tag, data: { url }, icon: '/icons/192.png' }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Only ever a page of ours, whatever a notification says.
  const url = new URL(String(event.notification.data?.url ?? ''), location.origin)
  if (url.origin === location.origin) event.waitUntil(show(url))
})

async function show(url) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => new URL(page.url).pathname.startsWith('/dashboard'))
  if (!open) return clients.openWindow(url.href)
  await open.focus()
  // The page opens its inbox itself, without loading anew what somebody is typing.
  open.postMessage({ open: url.pathname + url.search })
}
