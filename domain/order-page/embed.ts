/**
 * The script for a shop's page: puts the slots of a workspace into each element with `data-karta-slots`, and tells the page what
 * the customer chose by the event `karta:slot`, whose `detail` is the held slot, or null once it is held no longer. It runs there
 * as it is written here, so it is plain JavaScript.
 */
export const slotsScript = `(() => {
  const { origin } = new URL(document.currentScript.src)
  const show = (element) => {
    const { kartaSlots: name, address = '', title = 'Delivery times' } = element.dataset
    if (!/^[a-z0-9-]{3,40}$/.test(name)) return
    const link = new URL('/order/' + name, origin)
    link.searchParams.set('embed', location.origin)
    if (address) link.searchParams.set('address', address)
    const frame = document.createElement('iframe')
    frame.src = link.href
    frame.title = title
    frame.allow = 'geolocation'
    Object.assign(frame.style, { width: '100%', height: '24rem', border: '0' })
    element.replaceChildren(frame)
  }
  addEventListener('message', ({ source, origin: from, data }) => {
    if (from !== origin || !data) return
    for (const element of document.querySelectorAll('[data-karta-slots]')) {
      const frame = element.querySelector('iframe')
      if (!frame || source !== frame.contentWindow) continue
      if (data.kartaHeight > 0) frame.style.height = Math.min(data.kartaHeight, 8000) + 'px'
      if ('kartaSlot' in data)
        element.dispatchEvent(new CustomEvent('karta:slot', { bubbles: true, detail: data.kartaSlot }))
    }
  })
  const showAll = () => {
    for (const element of document.querySelectorAll('[data-karta-slots]')) {
      show(element)
      new MutationObserver(() => show(element)).observe(element, { attributeFilter: ['data-address'] })
    }
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showAll)
  else showAll()
})()
`
