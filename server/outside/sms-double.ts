import { createHmac, randomBytes } from 'node:crypto'
import { startDouble, type Double, type Received, type Reply } from './double-server.ts'

/** `silent`: it takes the text and never answers. */
type Behavior = { mood: 'well' | 'busy' | 'down' | 'refuses' | 'silent' }

type Text = { sid: string; to: string; from: string; body: string; receiptUrl: string | null; date_created: string }

export type SmsDouble = Double & {
  /** The texts that were accepted, in order. */
  texts: { to: string; from: string; body: string }[]
  behave(change: Partial<Behavior>): void
  /** Calls back as the provider does, signed. */
  call(
    app: Callable,
    hook: 'status' | 'inbound',
    fields: Record<string, string>,
  ): Promise<{ statusCode: number; body: string }>
}

type Callable = {
  inject(call: { method: 'POST'; url: string; headers: Record<string, string>; payload: string }): Promise<{
    statusCode: number
    body: string
  }>
}

/** An SMS provider that speaks like Twilio and delivers nothing. */
export async function startSmsDouble(
  account: { accountSid: string; authToken: string },
  {
    port,
    onText = () => {},
    publicUrl = 'http://localhost:3000',
    // Without a clock, every text is a new one.
    now = () => new Date('9999-01-01'),
    isFree = () => Promise.resolve(true),
  }: {
    port?: number
    onText?: (text: SmsDouble['texts'][number]) => void
    publicUrl?: string
    now?: () => Date
    isFree?: () => Promise<boolean>
  } = {},
): Promise<SmsDouble> {
  const is: Behavior = { mood: 'well' }
  const texts: SmsDouble['texts'] = []
  const taken: Text[] = []
  const wanted = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`

  const refuse = (status: number, code: number, message: string): Reply => ({
    status,
    body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  })
  const take = async ({ headers, body }: Received): Promise<Reply | null> => {
    if (headers.authorization !== wanted) return refuse(401, 20003, 'Authenticate')
    if (is.mood === 'busy' || !(await isFree())) return refuse(429, 20429, 'Too Many Requests')
    if (is.mood === 'down') return { status: 503, body: 'Service unavailable' }
    const form = new URLSearchParams(body)
    const [to, from, text] = [form.get('To'), form.get('From') ?? form.get('MessagingServiceSid'), form.get('Body')]
    if (!to || !/^\+[1-9]\d{1,14}$/.test(to) || is.mood === 'refuses') {
      return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`)
    }
    if (!from || !text) return refuse(400, 21602, 'Message body is required')
    texts.push({ to, from, body: text })
    onText({ to, from, body: text })
    const sid = `SM${randomBytes(16).toString('hex')}`
    taken.unshift({
      sid,
      to,
      from,
      body: text,
      receiptUrl: form.get('StatusCallback'),
      date_created: now().toUTCString(),
    })
    if (is.mood === 'silent') return null
    return { status: 201, body: { sid, status: 'queued', to, from, body: text, num_segments: '1', error_code: null } }
  }

  const base = `/2010-04-01/Accounts/${account.accountSid}`
  const double = await startDouble((call) => {
    const { method, headers, url } = call
    if (method === 'POST' && url.pathname === `${base}/Messages.json`) return take(call)
    if (method === 'GET' && url.pathname === `${base}/Messages.json`) {
      if (headers.authorization !== wanted) return refuse(401, 20003, 'Authenticate')
      return { status: 200, body: { messages: taken.filter(({ to }) => to === url.searchParams.get('To')) } }
    }
    if (method !== 'GET' || url.pathname !== `${base}.json`) return { status: 404, body: 'Not found' }
    if (headers.authorization !== wanted) return refuse(401, 20003, 'Authenticate')
    return { status: 200, body: { sid: account.accountSid, status: 'active' } }
  }, port)
  return {
    ...double,
    texts,
    behave: (change) => void Object.assign(is, change),
    call(app, hook, fields) {
      const url = `/hooks/sms/${hook}`
      const form = new URLSearchParams({ AccountSid: account.accountSid, ...fields })
      const sorted = [...form]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flat()
        .join('')
      const signature = createHmac('sha1', account.authToken).update(`${publicUrl}${url}${sorted}`).digest('base64')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
      return app.inject({ method: 'POST', url, headers, payload: String(form) })
    },
  }
}
