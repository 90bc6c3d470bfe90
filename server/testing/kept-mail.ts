import { inSiteScope } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/** Reads the mails that were kept because there is no mail server. */
export function keptMail({ db }: Pick<Deps, 'db'>) {
  /** The mails to an address, newest first. */
  const mailsTo = async (address: string) => {
    const mails = await inSiteScope(db, (trx) =>
      trx
        .selectFrom('site.mails')
        .select(['subject', 'text_part as text', 'html_part as html'])
        .where('recipient', '=', address)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    )
    return mails.map((mail) => ({ ...mail, ...readMail(mail.text) }))
  }
  const mailTo = async (address: string) => {
    const [newest] = await mailsTo(address)
    if (!newest) throw new Error(`no mail to ${address}`)
    return newest
  }
  return { mailsTo, mailTo }
}

/** The code and the link in a mail's text. The path is the link without its host. */
export function readMail(text: string) {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
  const code = /(?<=code:\s)\d{6,10}$/m.exec(text)?.[0] ?? ''
  const hash = URL.parse(link)?.searchParams.get('token') ?? ''
  return { link, code, hash, path: link.replace(/^https?:\/\/[^/]+/, '') }
}
