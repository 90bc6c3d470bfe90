import { startSmsDouble } from '#server/outside/sms-double.ts'

/** An SMS provider on this machine that prints every text message. Ctrl+C stops it. */
const account = { accountSid: 'AC-karta-double', authToken: 'sms-double-token' }
const onText = ({ to, body }: { to: string; body: string }) => console.log(`${to}  ${body}`)

const { url } = await startSmsDouble(account, { port: 4705, onText })
console.log(`Text messages are printed here. Start Karta with

  SMS_ACCOUNT_SID=${account.accountSid} SMS_AUTH_TOKEN=${account.authToken} SMS_FROM=Karta SMS_API_URL=${url} \\
  npm start
`)
