// Shows notifications of deliveries to their recipients, and opens the tracking page that they are about.

addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    registration.showNotification(title, { body, tag, dir: 'auto', data: { url }, icon: '/icons/192.png' }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Only ever a tracking page, whatever a notification says.
  const { origin, pathname } = new URL(String(event.notification.data?.url ?? ''), location.origin)
  if (origin === location.origin && pathname.startsWith('/t/')) event.waitUntil(show(pathname))
})

async function show(pathname) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find((page) => new URL(page.url).pathname === pathname)
  return open ? open.focus() : clients.openWindow(pathname)
}
