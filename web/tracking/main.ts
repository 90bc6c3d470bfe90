import './tracking.css'
import type { Tracking } from '#domain/schema/tracking.ts'
import { sectionsOf } from '#domain/tracking/page/sections.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { tellHeight } from './embedded.ts'
import { unhideForms, useForms } from './forms.ts'
import { showMap } from './map.ts'
import { Notify } from './notify.ts'
import { redraw } from './redraw.ts'
import { follow } from './sync/follow.ts'
import { loadWords } from './words.ts'

/** Keeps the page that the server wrote up to date. */
async function start(main: HTMLElement): Promise<void> {
  const token = main.dataset.token!
  const first = JSON.parse(document.getElementById('tracking')!.textContent) as Tracking
  const words = await loadWords(first.language, first.time_zone)
  const base = `/v1/tracking/${token}/`

  const link = { token, pushKey: main.dataset.pushKey! }
  const notify = new Notify(document.getElementById('notify')!, first.id, link, words)
  let last = first
  const show = (tracking: Tracking) => {
    last = tracking
    for (const [id, markup] of Object.entries(sectionsOf(tracking, words, base))) redraw(id, markup.text)
    unhideForms(main)
    void notify.show(tracking)
    showMap(document.getElementById('map')!, tracking, words)
  }
  show(first)
  useForms(main, { token, words, now: () => last, show })
  follow({ token, socketUrl: socketUrlOf(main) }, first, { show, say: (isLive, at) => tell(words, isLive, at) })
}

/** Any socket of this server shows its public key; the channel then takes the link's token. */
function socketUrlOf(main: HTMLElement): string {
  const url = new URL(`/realtime/v1/websocket?vsn=2.0.0&apikey=${encodeURIComponent(main.dataset.key!)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return url.href
}

/** Says that what is shown may be old, while nothing new can be read. */
function tell({ say, time }: Words, isLive: boolean, at: Date): void {
  const line = document.getElementById('live')!
  line.hidden = isLive
  line.textContent = isLive ? '' : say('live.old', { time: time(at) })
}

const main = document.querySelector<HTMLElement>('main[data-token]')
tellHeight()
if (main) void start(main)
