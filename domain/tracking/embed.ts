/**
 * The script for a shop's page: puts the tracking page into each element with `data-karta-tracking`, and makes it as high as
 * what it shows. It runs there as it is written here, so it is plain JavaScript, and takes links of its own server only.
 */
export const embedScript = `(() => {
  const { origin } = new URL(document.currentScript.src)
  const show = (element) => {
    const link = new URL(element.dataset.kartaTracking, location.href)
    if (link.origin !== origin || !link.pathname.startsWith('/t/')) return
    link.searchParams.set('embed', '')
    const frame = document.createElement('iframe')
    frame.src = link.href
    frame.title = element.dataset.title || 'Tracking'
    frame.referrerPolicy = 'no-referrer'
    Object.assign(frame.style, { width: '100%', height: '40rem', border: '0' })
    addEventListener('message', ({ source, data }) => {
      const height = data && data.kartaHeight
      if (source === frame.contentWindow && height > 0) frame.style.height = Math.min(height, 8000) + 'px'
    })
    element.replaceChildren(frame)
  }
  const showAll = () => document.querySelectorAll('[data-karta-tracking]').forEach(show)
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showAll)
  else showAll()
})()
`
