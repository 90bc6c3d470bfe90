import type { InvitationsReply } from '#domain/schema/invitation.ts'

type Result = InvitationsReply['results'][number]
type Send = (addresses: string[]) => Promise<InvitationsReply>

/** How far a list of invitations has come. What is left can be sent again; nothing is sent twice. */
export type Progress = { results: Result[]; left: string[]; failure: unknown; byMail: boolean }

/** As many as the server takes without keeping the page waiting. */
const atOnce = 200

/**
 * Sends a list in parts, and stops at the first part that fails: what came before is done, and the rest is kept.
 * @param onProgress hears how many are done
 */
export async function sendAll(
  addresses: string[],
  send: Send,
  onProgress: (done: number) => void = () => {},
): Promise<Progress> {
  const results: Result[] = []
  let byMail = true
  for (let from = 0; from < addresses.length; from += atOnce) {
    try {
      const reply = await send(addresses.slice(from, from + atOnce))
      byMail = reply.by_mail
      results.push(...reply.results)
    } catch (failure) {
      return { results, left: [...notDone(results), ...addresses.slice(from)], failure, byMail }
    }
    onProgress(results.length)
  }
  return { results, left: notDone(results), failure: undefined, byMail }
}

/** Addresses that were not invited, though they could be later. */
const notDone = (results: Result[]) =>
  results.flatMap(({ address, outcome }) =>
    address && (outcome === 'no_room' || outcome === 'too_many_today') ? [address] : [],
  )

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What became of a list, in a few sentences. */
export function sayResults({ results, byMail }: Pick<Progress, 'results' | 'byMail'>): string[] {
  const count = (outcome: Result['outcome']) => results.filter((each) => each.outcome === outcome).length
  const said: [number, (count: number) => string][] = [
    [count('invited'), (n) => `${plural(n, 'person was', 'people were')} invited.`],
    [
      count('refreshed'),
      (n) => `${plural(n, 'person', 'people')} had an open invitation. It now says what this one says.`,
    ],
    [count('member'), (n) => `${plural(n, 'address belongs', 'addresses belong')} to members already.`],
    [count('repeated'), (n) => `${plural(n, 'address was', 'addresses were')} there twice.`],
    [count('not_an_address'), (n) => `${plural(n, 'line is', 'lines are')} no email address.`],
    [
      count('no_room'),
      (n) =>
        `${plural(n, 'person was', 'people were')} not invited: the workspace has as many members and open invitations as it may have.`,
    ],
    [
      count('too_many_today'),
      (n) => `${plural(n, 'person was', 'people were')} not invited: that is all for one day. Send the rest tomorrow.`,
    ],
  ]
  const sentences = said.flatMap(([many, say]) => (many > 0 ? [say(many)] : []))
  const hasInvited = count('invited') + count('refreshed') > 0
  return hasInvited && !byMail
    ? [...sentences, 'This server sends no mail. Copy each link from the list of invitations, and send it yourself.']
    : sentences
}
