import type { Tracking } from '#domain/schema/tracking.ts'
import { html } from '#domain/tracking/page/html.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { pushHere, pushSupport, type PushServer } from '#web/lib/push.ts'
import { ask } from './sync/api.ts'
import { whyNot } from './why-not.ts'

type Link = { token: string; pushKey: string }

/** All tracking pages of this server share one subscription of the browser. */
const scope = '/t/'

const registered = () => navigator.serviceWorker.getRegistration(scope)

/** Offers news of the delivery in this browser, says what keeps it from showing any, and takes it back. */
export class Notify {
  readonly #element: HTMLElement
  readonly #words: Words
  readonly #here: ReturnType<typeof pushHere>
  #isOffered: boolean | undefined
  #isOn = false

  constructor(element: HTMLElement, deliveryId: string, link: Link, words: Words) {
    this.#element = element
    this.#words = words
    this.#here = pushHere({
      server: serverOf(link),
      registration: registered,
      name: 'karta-push.tracking',
      workspaceId: deliveryId,
    })
    element.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) void this.#press(target)
    })
  }

  async show({ may_notify: mayNotify }: Tracking): Promise<void> {
    if (mayNotify === this.#isOffered) return
    this.#isOffered = mayNotify
    this.#isOn = mayNotify && pushSupport() === 'ready' && (await this.#here.id()) !== null
    this.#draw()
  }

  async #press(button: HTMLButtonElement): Promise<void> {
    button.disabled = true
    let said = ''
    try {
      if (this.#isOn) {
        await this.#here.turnOff()
        this.#isOn = false
      } else said = await this.#turnOn()
    } catch (error) {
      said = whyNot(error, this.#words)
    }
    this.#draw(said)
    this.#element.querySelector('button')?.focus()
  }

  async #turnOn(): Promise<string> {
    await navigator.serviceWorker.register('/tracking-worker.js', { scope })
    const outcome = await this.#here.turnOn(await navigator.serviceWorker.ready)
    this.#isOn = outcome === 'on'
    return this.#isOn ? '' : this.#words.say(`notify.${outcome as 'declined' | 'unreachable'}`)
  }

  #draw(said = ''): void {
    const { say } = this.#words
    const where = matchMedia('(pointer: coarse)').matches ? 'phone' : 'other'
    const support = pushSupport()
    // Another site's page may not ask for this, and some browsers can show none.
    const isHidden = !this.#isOffered || parent !== window || support === 'missing' || support === 'insecure'
    const isReady = support === 'ready'
    const text = isReady ? say(this.#isOn ? 'notify.on' : 'notify.why') : say(`notify.${support as 'denied'}`)
    this.#element.innerHTML = isHidden
      ? ''
      : html`<section class="card">
          <h2>${say('notify.title')}</h2>
          <p>${text}</p>
          ${isReady && html`<button>${say(this.#isOn ? 'notify.stop' : 'notify.button', { where })}</button>`}
          <p role="status" class="said">${said}</p>
        </section>`.text
  }
}

function serverOf({ token, pushKey }: Link): PushServer {
  const path = `/v1/tracking/${token}/subscription`
  return {
    key: async () => pushKey,
    async add(subscription) {
      await ask(path, { method: 'PUT', body: subscription })
      return subscription.endpoint
    },
    remove: (endpoint) => ask(path, { method: 'DELETE', body: { endpoint } }),
    // Browsers change their address now and then, and the old one is told nothing any more.
    has: async (endpoint) => (await (await registered())?.pushManager.getSubscription())?.endpoint === endpoint,
  }
}
