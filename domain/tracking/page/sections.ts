import { namedPlace } from '../../address/named-place.ts'
import type { Tracking } from '../../schema/tracking.ts'
import { doorSection } from './door.ts'
import { formsSection, ratingSection } from './forms.ts'
import { html, type Html } from './html.ts'
import { stateSection } from './state.ts'
import type { Words } from './words.ts'

/** What the page shows and where: each part is replaced alone when it changes. */
export type Sections = Record<'state' | 'rating' | 'door' | 'proof' | 'forms' | 'about', Html>

/**
 * The parts of the page, as the server sends them and as the browser draws them again.
 * @param base where logo and photos are, such as `/v1/tracking/<token>/`
 */
export const sectionsOf = (tracking: Tracking, words: Words, base: string): Sections => ({
  state: stateSection(tracking, words),
  rating: ratingSection(tracking, words),
  door: doorSection(tracking, words),
  proof: proofSection(tracking, words, base),
  forms: formsSection(tracking, words),
  about: aboutSection(tracking, words),
})

function proofSection({ proof, failure }: Tracking, { say, dayOf, time }: Words, base: string): Html {
  const photos = proof?.photos ?? failure?.photos ?? []
  if (!photos.length && !proof?.received_by && !proof?.has_signature) return html``
  return html`<section class="card">
    <h2>${say('proof.title')}</h2>
    ${proof?.received_by && html`<p>${say('proof.received', { name: proof.received_by })}</p>`}
    ${proof?.has_signature && html`<p>${say('proof.signed')}</p>`}
    ${photos.map(
      ({ url, taken_at }) =>
        html`<img
          class="photo"
          src="${base}${url}"
          loading="lazy"
          alt="${say('proof.photo', { time: `${dayOf(taken_at)} ${time(taken_at)}` })}"
        />`,
    )}
  </section>`
}

function aboutSection(tracking: Tracking, { say, dayOf }: Words): Html {
  const { kind, number, recipient_name, address, place_name, contents, details, sender, ends_at } = tracking
  const line = (label: string, value: string) =>
    html`<div>
      <dt>${label}</dt>
      <dd><bdi>${value}</bdi></dd>
    </div>`
  return html`<section class="card">
      <h2>${say('delivery.title', { kind })}</h2>
      <dl>
        ${recipient_name && line(say('delivery.recipient'), recipient_name)}
        ${line(say('delivery.address'), namedPlace(place_name, address))}
        ${contents.length > 0 && line(say('delivery.contents'), contents.join(', '))}
        ${details.map(({ label, value }) => line(label, value))} ${line(say('delivery.number'), `#${number}`)}
      </dl>
    </section>
    ${
      sender.contact &&
      html`<section class="card">
        <h2>${say('contact.title')}</h2>
        <p><bdi>${sender.contact}</bdi></p>
      </section>`
    }
    ${ends_at && html`<p class="fine">${say('link.ends', { day: dayOf(ends_at) })}</p>`}`
}
