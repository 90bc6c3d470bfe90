import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileNameAt } from '#server/backups/schedule.ts'
import { startTravelDouble } from '#server/outside/travel/double.ts'
import { startGeocoderDouble } from '#server/outside/geocoder/double.ts'
import { startImapDouble } from '#server/outside/imap-double.ts'
import { startS3Double } from '#server/outside/s3-double.ts'
import { startSmsDouble } from '#server/outside/sms-double.ts'
import { certificate, signed } from '#server/testing/certificates.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { checkCertificate } from './certificate.ts'
import { checkDatabase } from './database.ts'
import { linesOf, summaryOf } from './finding.ts'
import { checkBackups, checkObjects } from './kept.ts'
import { checkMailIn } from './mail-in.ts'
import { checkDisk } from './machine.ts'
import { checkGeocoder, checkMail, checkProviders, checkRouting, checkSms, checkTiles } from './outside.ts'
import { checkAddress } from './public-address.ts'
import { checkSettings, isNear, settingNames } from './settings.ts'

const configOf = (env: Record<string, string>) => checkSettings(env).config
const states = (findings: { state: string }[]) => findings.map(({ state }) => state)

test('every wrong setting is named with its fix, and the others still count', () => {
  const { findings, config } = checkSettings({
    PORT: 'abc',
    TILE_URL: 'here',
    LOG_LEVEL: 'debug',
    SMS_ACCOUNT_SID: 'AC1',
  })
  expect(findings.map(({ say }) => say)).toEqual([
    'PORT must be a whole number from 1 to 65535, not "abc"',
    'TILE_URL must be none or an address with {z}, {x} and {y}, not "here"',
    'SMS_AUTH_TOKEN must be set too: SMS_ACCOUNT_SID and SMS_AUTH_TOKEN go together',
  ])
  expect(states(findings)).toEqual(['wrong', 'wrong', 'wrong'])
  expect(findings[0]!.fix).toBe('correct PORT, or leave the default')
  expect(config).toMatchObject({ port: 3000, logLevel: 'debug' })
})

test('a misspelled setting is found, and no other variable', () => {
  const { findings } = checkSettings({ SMTP_ULR: 'smtp://x', PATH: '/bin', HOME: '/', HOSTNAME: 'x', PUBLIC_URL: '' })
  expect(findings).toMatchObject([{ state: 'right' }, { state: 'warning', say: 'SMTP_ULR is not a setting' }])
  expect(settingNames()).toContain('SMTP_URL')
  expect(isNear('DATABASE_UR', 'DATABASE_URL')).toBe(true)
  expect(isNear('SMTP_HOST', 'SMTP_URL')).toBe(false)
})

test('a mail server is asked whether it takes the password', async () => {
  const { url } = await mailServer({
    onAuth: ({ username, password }, _session, done) =>
      username === 'karta' && password === 'right' ? done(null, { user: 1 }) : done(new Error('no')),
  })
  const asked = async (password: string) => {
    const smtpUrl = url.replace('smtp://', `smtp://karta:${password}@`)
    return checkMail(configOf({ SMTP_URL: smtpUrl, PUBLIC_URL: 'https://a.example', MAIL_FROM: 'k@a.example' }))
  }
  expect(states(await asked('right'))).toEqual(['right'])
  const [refused] = await asked('wrong')
  expect(refused).toMatchObject({ state: 'wrong', fix: 'correct the user and password in SMTP_URL' })
  expect(JSON.stringify(refused)).not.toContain('wrong@')
  expect(states(await checkMail(configOf({ PUBLIC_URL: 'https://a.example' })))).toEqual(['warning'])
})

test('the mailbox for orders is opened', async () => {
  const mailbox = await startImapDouble()
  onTestFinished(() => mailbox.close())
  const opened = (url: string) => checkMailIn(configOf({ MAIL_IN_URL: url, MAIL_IN_ADDRESS: 'orders@karta.test' }))
  expect(await opened(mailbox.url)).toMatchObject([{ state: 'right' }])
  expect(await opened(mailbox.url.replace(':secret@', ':other@'))).toMatchObject([
    { state: 'wrong', fix: 'correct the user and password in MAIL_IN_URL' },
  ])
  expect(states(await opened('imap://a:b@127.0.0.1:1'))).toEqual(['wrong'])
  expect(states(await checkMailIn(configOf({})))).toEqual(['right'])
})

test('the SMS provider and the geocoder are asked', async () => {
  const sms = await startSmsDouble({ accountSid: 'AC1', authToken: 'right' }, { port: 0 })
  onTestFinished(() => sms.close())
  const texts = (token: string) =>
    checkSms(configOf({ SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: token, SMS_FROM: 'Karta', SMS_API_URL: sms.url }))
  expect(states(await texts('right'))).toEqual(['right'])
  expect(states(await texts('other'))).toEqual(['wrong'])
  const geocoder = await startGeocoderDouble({ port: 0 })
  onTestFinished(() => geocoder.close())
  const places = (url: string) => checkGeocoder(configOf({ GEOCODER_URL: url, GEOCODER_KIND: 'photon' }))
  expect(states(await places(geocoder.url))).toEqual(['right'])
  expect(states(await places('http://127.0.0.1:1'))).toEqual(['wrong'])
  const routing = await startTravelDouble('openrouteservice')
  onTestFinished(() => routing.close())
  routing.behave({ without: ['truck'] })
  const roads = (url: string) => checkRouting(configOf({ ROUTING_URL: url, ROUTING_ENGINE: 'openrouteservice' }))
  expect(states(await roads(routing.url))).toEqual(['right', 'warning', 'right'])
  routing.behave({ mood: 'html' })
  expect(states(await roads(routing.url))).toEqual(['wrong', 'wrong', 'wrong'])
})

test('the object store is tried with a few bytes, which do not stay', async () => {
  const account = { bucket: 'karta', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'right' }
  const double = await startS3Double(account, () => new Date())
  onTestFinished(() => double.close())
  const s3 = { S3_BUCKET: 'karta', S3_ENDPOINT: double.url, S3_ACCESS_KEY_ID: 'id' }
  expect(states(await checkObjects(configOf({ ...s3, S3_SECRET_ACCESS_KEY: 'right' })))).toEqual(['right'])
  expect(double.objects.size).toBe(0)
  const [refused] = await checkObjects(configOf({ ...s3, S3_SECRET_ACCESS_KEY: 'other' }))
  expect(refused).toMatchObject({ state: 'wrong' })
  expect(refused!.say).toContain('status 403')
})

test('backups must be on a schedule, recent and encrypted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karta-doctor-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stateOf = async (env: Record<string, string>) => states(await checkBackups(configOf(env)))
  expect(await stateOf({})).toEqual(['warning'])
  expect(await stateOf({ BACKUP_DIR: folder })).toEqual(['warning'])
  writeFileSync(join(folder, fileNameAt(new Date(Date.now() - 3600_000))), '')
  expect(await stateOf({ BACKUP_DIR: folder })).toEqual(['warning'])
  expect(await stateOf({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'a long passphrase' })).toEqual(['right'])
  expect(await stateOf({ BACKUP_DIR: folder, BACKUP_EVERY: '15m' })).toEqual(['wrong'])
})

test('tiles, sign-in providers and the public address are asked', async () => {
  const server = createServer((request, response) => {
    const { port } = server.address() as { port: number }
    const body =
      request.url === '/app-config.json'
        ? { public_url: 'http://other.example' }
        : { issuer: `http://127.0.0.1:${port}` }
    response.writeHead(request.url!.startsWith('/tiles/1') ? 404 : 200).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const here = `http://127.0.0.1:${port}`
  expect(states(await checkTiles(configOf({ TILE_URL: `${here}/tiles/{z}/{x}/{y}` })))).toEqual(['right'])
  expect(states(await checkTiles(configOf({ TILE_URL: `${here}/tiles/1{z}/{x}/{y}` })))).toEqual(['warning'])
  expect(states(await checkTiles(configOf({ MAP_FILE: '/nowhere.pmtiles' })))).toEqual(['wrong'])
  const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' }
  expect(states(await checkProviders(configOf({ ...google, GOOGLE_ISSUER: here })))).toEqual(['right'])
  expect(states(await checkProviders(configOf({ ...google, GOOGLE_ISSUER: `${here}/else` })))).toEqual(['wrong'])
  const address = await checkAddress(configOf({ PORT: String(port), PUBLIC_URL: here }))
  expect(address).toMatchObject([{ state: 'wrong', say: 'the running Karta believes to be http://other.example' }])
  expect(states(await checkAddress(configOf({ PORT: '1' })))).toEqual(['right'])
})

test('a folder that cannot be written and a database that does not answer are wrong', async () => {
  expect(await checkDisk({ dataDir: '/proc/karta', diskReserveBytes: 0 })).toMatchObject([{ state: 'wrong' }])
  expect(await checkDisk({ dataDir: '/tmp', diskReserveBytes: Number.MAX_SAFE_INTEGER })).toMatchObject([
    { state: 'wrong' },
  ])
  const config = configOf({ DATABASE_URL: 'postgres://karta:secret@127.0.0.1:1/karta' })
  const [database] = await checkDatabase(config)
  expect(database).toMatchObject({ state: 'wrong', fix: 'correct DATABASE_URL, or start that server' })
  expect(JSON.stringify(database)).not.toContain('secret')
})

test('each finding is a line with its fix below, and the last line counts them', () => {
  const finding = { state: 'wrong', part: 'Mail', say: 'nobody listens', fix: 'start it' } as const
  expect(linesOf(finding)).toEqual([
    'wrong    Mail              nobody listens.',
    '                           Fix: start it.',
  ])
  expect(summaryOf([finding, { ...finding, state: 'warning' }])).toBe('1 wrong, 1 warning.')
  expect(summaryOf([{ ...finding, state: 'right' }])).toBe('Everything is right.')
})

test('a certificate is checked for its key, its name, its chain and its time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'karta-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(files.TLS_CERT, certificate.cert)
  writeFileSync(files.TLS_KEY, certificate.key)
  const found = (env: Record<string, string>, now?: string) =>
    checkCertificate(configOf(env), now ? Date.parse(now) : undefined)
  expect(await found(files)).toMatchObject([{ state: 'right', say: expect.stringContaining('for localhost') }])
  expect(states(await found(files, '2126-10-25'))).toEqual(['warning'])
  expect(states(await found(files, '2127-01-01'))).toEqual(['wrong'])
  expect(await found({ ...files, PUBLIC_URL: 'https://karta.example.com' })).toMatchObject([
    { state: 'wrong', say: 'the certificate is not for karta.example.com' },
  ])
  expect(states(await found({ ...files, PUBLIC_URL: 'https://127.0.0.1:3000' }))).toEqual(['right'])
  expect(states(await found({ ...files, TLS_KEY: files.TLS_CERT }))).toEqual(['wrong'])
  const chained = { TLS_CERT: join(folder, 'signed.pem'), TLS_KEY: join(folder, 'signed-key.pem') }
  writeFileSync(chained.TLS_KEY, signed.key)
  writeFileSync(chained.TLS_CERT, signed.cert)
  expect(await found(chained)).toMatchObject([{ state: 'warning', say: expect.stringContaining('lacks') }])
  writeFileSync(chained.TLS_CERT, signed.cert + signed.authority)
  expect(states(await found(chained))).toEqual(['right'])
  expect(await found({ PUBLIC_URL: 'https://karta.example.com' })).toEqual([])
  expect(states(await found({ PUBLIC_URL: 'http://192.168.1.5:3000' }))).toEqual(['warning'])
})
