import type { Tracking } from '../../schema/tracking.ts'
import type { TrackingStep } from '../step.ts'
import { html, type Html } from './html.ts'
import type { Words } from './words.ts'

/** Where the delivery is in words, when it comes, and how many stops come before. */
export function stateSection(tracking: Tracking, words: Words): Html {
  const { step, kind, stops_before: stops } = tracking
  const { say } = words
  return html`<section class="card state" data-step="${step}">
    <h1>${say(`step.${step}`, { kind })}</h1>
    ${whenPart(tracking, words)}
    ${stops !== null && html`<p class="stops">${say('stops.before', { count: stops })}</p>`}
    ${wayPart(step, kind, words)}
  </section>`
}

function whenPart(tracking: Tracking, words: Words): Html {
  const { step, arrival, done_at, failure } = tracking
  const { say, time, dayOf, number } = words
  if (arrival) {
    return html`<p class="range">${say('arrival.between', { from: time(arrival.from), until: time(arrival.until) })}</p>
      <p class="fine">
        ${say('arrival.chance', { count: number(Math.round(arrival.probability * 10)), all: number(10) })}
        ${say('arrival.narrows')}
      </p>`
  }
  if (failure) return failedPart(failure, tracking, words)
  if (done_at) return html`<p>${say('done.at', { day: dayOf(done_at), time: time(done_at) })}</p>`
  return step === 'expected' || step === 'on_the_way' || step === 'next' ? plannedPart(tracking, words) : html``
}

/** Before the driver is on the road: the day, and the windows that the order gives. */
function plannedPart({ day, windows }: Tracking, { say, day: dayWords, timeOfDay }: Words): Html {
  if (!day) return html`<p>${say('day.none')}</p>`
  const hours = windows.map(({ start, end }) => {
    if (start && end) return say('day.between', { from: timeOfDay(start), until: timeOfDay(end) })
    return start ? say('day.from', { from: timeOfDay(start) }) : say('day.until', { until: timeOfDay(end!) })
  })
  return html`<p class="range">${say('day.planned', { day: dayWords(day) })}</p>
    ${hours.length > 0 && html`<p>${hours.join(', ')}</p>`}
    <p class="fine">${say('day.later')}</p>`
}

function failedPart(
  { reason, attempts, most_attempts }: NonNullable<Tracking['failure']>,
  { step, choices }: Pick<Tracking, 'step' | 'choices'>,
  { say, number, reason: reasonWords }: Words,
): Html {
  const next = step === 'returning' ? 'failed.returning' : choices.includes('window') ? 'failed.choose' : 'failed.next'
  return html`${reason && html`<p>${say('failed.reason', { reason: reasonWords(reason) })}</p>`}
    <p>${say(next)}</p>
    <p class="fine">${say('failed.attempts', { count: number(attempts), most: number(most_attempts) })}</p>`
}

const way = ['expected', 'on_the_way', 'next', 'done'] as const

/** How far it has come, as steps. What ended otherwise has none. */
function wayPart(step: TrackingStep, kind: Tracking['kind'], { say }: Words): Html {
  if (step === 'failed' || step === 'returning' || step === 'cancelled') return html``
  const reached = step === 'delivered' ? 3 : step === 'arrived' ? 2 : way.indexOf(step)
  return html`<ol class="way">
    ${way.map(
      (each, at) =>
        html`<li class="${at <= reached ? 'reached' : ''}" ${at === reached && html`aria-current="step"`}>
          ${say(step === 'arrived' && each === 'next' ? 'way.arrived' : `way.${each}`, { kind })}
        </li>`,
    )}
  </ol>`
}
