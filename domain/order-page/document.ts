import type { MessageLanguage } from '../messages/languages.ts'
import type { OrderPage } from '../schema/order-page.ts'
import { documentOf, inScript, type PageFiles } from '../tracking/page/document.ts'
import { html, type Html } from '../tracking/page/html.ts'
import type { OrderWords } from './words.ts'

/** What a shop's page gives along: which site it is, and where the goods go. */
export type InShop = { origin: string; address: string }

/** The order page of a workspace. In a shop's page, it lets the customer choose a time, and nothing else. */
export function orderDocument(
  shop: OrderPage,
  name: string,
  { words, files, inShop }: { words: OrderWords; files: PageFiles; inShop: InShop | undefined },
): string {
  const { say } = words
  const sender = html`<header class="sender">
    ${shop.has_logo ? html`<img src="/order/${name}/logo" alt="${shop.name}" />` : html`<p dir="auto">${shop.name}</p>`}
  </header>`
  const data = { name, shop, parent: inShop?.origin ?? null }
  const body = html`${!inShop && sender}
    <main class="${inShop ? 'order framed' : 'order'}">
      <noscript><p class="notice">${say('address.script')}</p></noscript>
      ${addressStep(words, inShop)} ${timesStep(words)} ${inShop ? chosenStep(words) : contactStep(words)}
      <section id="placed" class="card" hidden></section>
      ${
        shop.contact &&
        !inShop &&
        html`<section class="card">
          <h2>${say('contact.title')}</h2>
          <p dir="auto" class="contact">${shop.contact}</p>
        </section>`
      }
    </main>
    <script type="application/json" id="order">
      ${inScript(data)}
    </script>`
  return documentOf({
    title: say('title', { sender: shop.name }),
    language: shop.language,
    accent: shop.accent,
    files,
    body,
  })
}

/** The page of a name that nobody has, or that takes no orders. */
export function closedDocument(words: OrderWords, language: MessageLanguage, styles: readonly string[]): string {
  const { say } = words
  const body = html`<main>
    <section class="card state">
      <h1>${say('closed.title')}</h1>
      <p>${say('closed.text')}</p>
    </section>
  </main>`
  return documentOf({ title: say('closed.title'), language, accent: null, files: { script: undefined, styles }, body })
}

const said = html`<p role="status" class="said"></p>`

/** Its buttons wait for the page's script, so that no press is lost before it runs. */
function addressStep({ say }: OrderWords, inShop: InShop | undefined): Html {
  return html`<section id="where" class="card">
    ${!inShop && html`<h1>${say('address.title')}</h1>`}
    <form id="address">
      <label
        >${say('address.label')}
        <input
          name="address"
          value="${inShop?.address}"
          required
          minlength="5"
          maxlength="300"
          dir="auto"
          autocomplete="street-address"
        />
      </label>
      <p class="fine" id="used" hidden><span></span> <button type="button" class="link">${say('pin.clear')}</button></p>
      <div class="row">
        <button disabled>${say('address.button')}</button>
        <button type="button" class="plain" id="here" hidden>${say('address.here')}</button>
        <button type="button" class="plain" id="pin" disabled>${say('pin.set')}</button>
      </div>
      ${said}
    </form>
    <form id="pin-form" hidden>
      <p>${say('pin.hint')}</p>
      <div class="karta-map pin-map"></div>
      <button>${say('pin.button')}</button>
      ${said}
    </form>
  </section>`
}

const timesStep = ({ say }: OrderWords): Html =>
  html`<section id="times" class="card" hidden>
    <h2 tabindex="-1">${say('times.title')}</h2>
    ${said}
    <div class="found"></div>
  </section>`

function contactStep({ say }: OrderWords): Html {
  return html`<section id="contact" class="card" hidden>
    <h1 tabindex="-1">${say('held.title')}</h1>
    <div class="held"></div>
    <form>
      <label>${say('held.name')} <input name="name" required maxlength="200" dir="auto" autocomplete="name" /></label>
      <label
        >${say('held.phone')}
        <input name="phone" type="tel" required maxlength="40" autocomplete="tel" aria-describedby="phone-hint" />
        <span class="fine" id="phone-hint">${say('held.phoneHint', { example: '\u2066+62 811 0000 001\u2069' })}</span>
      </label>
      <label>${say('held.email')} <input name="email" type="email" maxlength="254" autocomplete="email" /></label>
      <label>${say('held.notes')} <textarea name="notes" rows="3" maxlength="1000" dir="auto"></textarea></label>
      ${said}
      <div class="row">
        <button>${say('held.button')}</button>
        <button type="button" class="plain back">${say('held.back')}</button>
      </div>
    </form>
  </section>`
}

/** In a shop's page, who gets it is asked by the shop. */
const chosenStep = ({ say }: OrderWords): Html =>
  html`<section id="contact" class="card" hidden>
    <h2 tabindex="-1">${say('held.chosen')}</h2>
    <div class="held"></div>
    <button type="button" class="plain back">${say('held.back')}</button>
  </section>`
