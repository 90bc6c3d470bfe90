import type { NatsSettings } from './bus/nats-bus.ts'
import { StartError } from './start-error.ts'

/**
 * How servers of one database reach NATS, if they do.
 * @throws StartError naming the setting and what it should look like
 */
export function readNats(env: NodeJS.ProcessEnv): NatsSettings | undefined {
  if (!env.NATS_URL) return undefined
  if (!env.DATABASE_URL) {
    throw new StartError('NATS_URL needs DATABASE_URL: the embedded database has one server, which needs no NATS.')
  }
  const urls = env.NATS_URL.split(',').map((each) => URL.parse(each.trim()))
  // An address may hold a password, so it is never repeated in a message.
  if (!urls.every((url) => url && /^(nats|tls):$/.test(url.protocol) && url.hostname)) {
    throw new StartError('NATS_URL must be an address like nats://user:password@nats:4222, or several with commas.')
  }
  const [first] = urls as URL[]
  const [user, password] = [decodeURIComponent(first!.username), decodeURIComponent(first!.password)]
  const subject = env.NATS_SUBJECT || 'karta'
  if (!/^[\w-]{1,40}$/.test(subject)) {
    throw new StartError('NATS_SUBJECT must be up to 40 letters, digits, "-" and "_", such as karta-staging.')
  }
  return {
    servers: (urls as URL[]).map((url) => `${url.protocol}//${url.host}`),
    // One word before the @ is a token, as in NATS' own tools.
    user: password ? user : undefined,
    password: password || undefined,
    token: user && !password ? user : undefined,
    credentials: env.NATS_CREDENTIALS || undefined,
    subject,
  }
}
