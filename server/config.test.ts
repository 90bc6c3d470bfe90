import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { limitTable } from './http/limit-table.ts'

test('everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
  })
})

test('PUBLIC_URL is kept without its trailing slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://karta.example.com/' }).publicUrl).toBe('https://karta.example.com')
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'karta.example.com'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['PUBLIC_URL', 'https://karta.example.com/app'],
  ['TILE_URL', 'https://tiles.example.com/'],
  ['MAP_FILE', 'city.mbtiles'],
  ['MAP_FILE', 'https://maps.example.com/city'],
  ['LOG_LEVEL', 'loud'],
  ['SOLVER_THREADS', '0'],
  ['MAIL_FROM', 'Karta'],
  ['MAIL_FROM', 'a@example.com, b@example.com'],
  ['MAIL_FROM', 'Karta\r\nBcc: x <a@example.com>'],
  ['CONTACT_TO', 'office at example.com'],
  ['CONTACT_PHONE', 'call us'],
  ['CONTACT_PHONE', '0555 0100'],
  ['CONTACT_EMAIL', 'hello'],
  ['CONTACT_RATE_LIMIT', 'many'],
  ...Object.values(limitTable).map(({ setting }) => [setting, '0'] as [string, string]),
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*\\.$`))
})

test('contact details are empty unless set, and the address may have several lines', () => {
  expect(readConfig({}).contactDetails).toEqual({ address: '', phone: '', email: '' })
  const env = {
    CONTACT_ADDRESS: 'Karta\\n12 Market Street',
    CONTACT_PHONE: '+1 555 010 0100',
    CONTACT_EMAIL: 'a@example.com',
  }
  expect(readConfig(env).contactDetails).toEqual({
    address: 'Karta\n12 Market Street',
    phone: '+1 555 010 0100',
    email: 'a@example.com',
  })
})

test('a shop platform needs both of its keys, and the message never repeats its secret', () => {
  expect(readConfig({}).shops).toEqual({
    allowPrivate: false,
    shopifyUrl: 'https://{shop}',
    shopify: undefined,
    wix: undefined,
  })
  const both = readConfig({ WIX_APP_ID: 'app', WIX_APP_SECRET: 'hidden' }).shops.wix
  expect(both).toMatchObject({ appId: 'app', apiUrl: 'https://www.wixapis.com', shareUrlId: undefined })
  for (const [set, missing] of [
    ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'],
    ['SHOPIFY_CLIENT_SECRET', 'SHOPIFY_CLIENT_ID'],
    ['WIX_APP_ID', 'WIX_APP_SECRET'],
    ['WIX_APP_SECRET', 'WIX_APP_ID'],
  ] as const) {
    expect(() => readConfig({ [set]: 'hidden' })).toThrow(new RegExp(`^${missing} must be set too: .*go together\\.$`))
    expect(() => readConfig({ [set]: 'hidden' })).not.toThrow(/hidden/)
  }
  const keys = { SHOPIFY_CLIENT_ID: 'c', SHOPIFY_CLIENT_SECRET: 's' }
  expect(() => readConfig({ ...keys, SHOPIFY_SHOP_URL: 'https://shop.test' })).toThrow(/^SHOPIFY_SHOP_URL must be /)
  expect(() => readConfig({ SHOPS_ALLOW_PRIVATE: 'yes' })).toThrow(/^SHOPS_ALLOW_PRIVATE must be one of true, false/)
})

test('texts need an account and a sender, and the message never repeats the token', () => {
  expect(readConfig({}).sms).toBeUndefined()
  const account = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'hidden' }
  for (const from of ['+15005550006', '15005550006', 'Karta', `MG${'0'.repeat(32)}`]) {
    expect(readConfig({ ...account, SMS_FROM: from }).sms).toEqual({
      accountSid: 'AC1',
      authToken: 'hidden',
      from,
      url: 'https://api.twilio.com',
    })
  }
  for (const from of ['', 'A name that is too long', '+1', 'Kar\nta']) {
    expect(() => readConfig({ ...account, SMS_FROM: from })).toThrow(/^SMS_FROM must be set .*\.$/)
    expect(() => readConfig({ ...account, SMS_FROM: from })).not.toThrow(/hidden/)
  }
  expect(() => readConfig({ SMS_AUTH_TOKEN: 'hidden' })).toThrow(/^SMS_ACCOUNT_SID must be set too/)
  expect(() => readConfig({ ...account, SMS_FROM: 'Karta', SMS_API_URL: 'api' })).toThrow(/^SMS_API_URL must be /)
})

test('backups are written as often as the settings say', () => {
  expect(readConfig({ BACKUP_EVERY: '1h' }).backups).toBeUndefined()
  expect(readConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({
    folder: '/backups',
    every: { seconds: 86_400 },
    keepDays: 7,
    keepWeeks: 4,
    withObjects: true,
  })
  const every = (BACKUP_EVERY: string) => readConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY }).backups?.every
  expect([every('5m'), every('03:30')]).toEqual([{ seconds: 300 }, { minuteOfDay: 210 }])
  for (const wrong of ['4m', '24', '25:00', 'daily', '1e9h']) {
    expect(() => every(wrong), wrong).toThrow(/^BACKUP_EVERY must be like 24h/)
  }
})

test('a bucket of an S3-compatible store is read, and half of it is refused without its secret', () => {
  expect(readConfig({}).s3).toBeUndefined()
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hidden' }
  const credentials = { accessKeyId: 'id', secretAccessKey: 'hidden' }
  expect(readConfig({ S3_BUCKET: 'b', S3_PREFIX: '/files/' }).s3).toEqual({
    bucket: 'b',
    region: 'us-east-1',
    endpoint: undefined,
    credentials: undefined,
    forcePathStyle: false,
    prefix: 'files/',
  })
  const elsewhere = { ...keys, S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example.com/' }
  expect(readConfig(elsewhere).s3).toMatchObject({
    endpoint: 'https://s3.example.com',
    credentials,
    forcePathStyle: true,
  })
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example.com' })).toThrow(/^S3_BUCKET must be set too: S3_ENDPOINT/)
  expect(() => readConfig({ ...elsewhere, S3_ACCESS_KEY_ID: '' })).toThrow(/^S3_ACCESS_KEY_ID must be set too/)
  expect(() => readConfig({ ...elsewhere, S3_PREFIX: 'a b' })).toThrow(/^S3_PREFIX must be a path/)
  expect(() => readConfig({ ...elsewhere, S3_PREFIX: 'a b' })).not.toThrow(/hidden/)
})

test('the settings of codes and mails are read', () => {
  expect(readConfig({}).auth).toMatchObject({
    emailAutoconfirm: true,
    secureEmailChange: true,
    reauthentication: false,
    currentPasswordRequired: false,
    mailMinGapSeconds: 60,
    mailTemplates: undefined,
  })
  const { auth } = readConfig({
    AUTH_EMAIL_AUTOCONFIRM: 'false',
    AUTH_SECURE_EMAIL_CHANGE: 'false',
    AUTH_REAUTHENTICATION: 'true',
    AUTH_CURRENT_PASSWORD_REQUIRED: 'true',
    AUTH_MAIL_MIN_GAP: '5',
    AUTH_MAIL_TEMPLATES: '/etc/karta/mails',
    AUTH_TEST_OTP: '+15550001111:123456, Review@example.com=654321',
    AUTH_PASSWORD_MIN_LENGTH: '10',
    AUTH_PASSWORD_REQUIRED_CHARACTERS: 'abc:0123:\\:!',
  })
  expect(auth).toMatchObject({
    emailAutoconfirm: false,
    secureEmailChange: false,
    reauthentication: true,
    currentPasswordRequired: true,
    mailMinGapSeconds: 5,
    mailTemplates: '/etc/karta/mails',
    passwordMinLength: 10,
    passwordRequiredCharacters: ['abc', '0123', ':!'],
  })
  expect([...auth.testOtp]).toEqual([
    ['15550001111', '123456'],
    ['review@example.com', '654321'],
  ])
  // With a mail server, addresses are confirmed by default.
  const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'karta@example.com', PUBLIC_URL: 'https://karta.example.com' }
  expect(readConfig(mail).auth.emailAutoconfirm).toBe(false)
  expect(() => readConfig({ AUTH_TEST_OTP: 'a@example.com:12' })).toThrow(/^AUTH_TEST_OTP must look like/)
})

test('the message about a wrong DATABASE_URL does not repeat its password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://karta:secret@host/db' })).toThrow(
    'DATABASE_URL must look like postgres://user:password@host:5432/database.',
  )
  expect(() => readConfig({ DATABASE_URL: 'mysql://karta:secret@host/db' })).not.toThrow(/:secret@/)
})

test.each([
  'mail.example.com',
  'http://mail.example.com',
  'smtp://u:secret@',
  'smtp://u:secret@host/x',
  'smtp://u%:secret@h',
])('SMTP_URL=%s is refused without repeating its password', (url) => {
  expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL must look like/)
  expect(() => readConfig({ SMTP_URL: url })).not.toThrow(/secret/)
})

test('mail comes from MAIL_FROM, else from the mail server’s user, and forms are mailed to the same address by default', () => {
  const from = (env: NodeJS.ProcessEnv) => {
    const { mailFrom, contactTo } = readConfig(env)
    return [mailFrom.name, mailFrom.address, contactTo]
  }
  expect(from({ MAIL_FROM: 'Karta <karta@example.com>' })).toEqual(['Karta', 'karta@example.com', 'karta@example.com'])
  expect(from({ MAIL_FROM: '"Karta, Inc." <k@example.com>' })).toEqual([
    'Karta, Inc.',
    'k@example.com',
    'k@example.com',
  ])
  expect(from({ MAIL_FROM: 'k@example.com', CONTACT_TO: 'Office <o@example.com>' })).toEqual([
    '',
    'k@example.com',
    'o@example.com',
  ])
  const PUBLIC_URL = 'https://karta.example.com'
  expect(from({ PUBLIC_URL, SMTP_URL: 'smtp://me%40example.com:x@host' })).toEqual([
    'Karta',
    'me@example.com',
    'me@example.com',
  ])
  expect(from({})).toEqual(['Karta', 'karta@localhost', 'karta@localhost'])
})

test('a mail server without a sender is refused in one sentence', () => {
  const env = { PUBLIC_URL: 'https://karta.example.com', SMTP_URL: 'smtp://host' }
  expect(() => readConfig(env)).toThrow(/^MAIL_FROM must be set along with SMTP_URL, .*\.$/)
})

test('a geocoder is asked at the pace of its kind, and its key is never repeated', () => {
  expect(readConfig({}).geocoder).toBeUndefined()
  const url = 'https://nominatim.example.com/?key=hidden'
  expect(readConfig({ GEOCODER_URL: url }).geocoder).toMatchObject({
    url,
    kind: 'nominatim',
    perSecond: 1,
    countries: [],
    userAgent: expect.stringMatching(/^Karta\/\d.* \(http:\/\/localhost:3000\)$/),
  })
  const photon = { GEOCODER_URL: url, GEOCODER_KIND: 'photon', GEOCODER_COUNTRIES: 'ID, sg' }
  expect(readConfig(photon).geocoder).toMatchObject({ kind: 'photon', perSecond: 10, countries: ['id', 'sg'] })
  const wrong = { GEOCODER_URL: 'ftp://hidden', GEOCODER_KIND: 'google', GEOCODER_RATE_PER_SECOND: '0' }
  for (const [name, value] of Object.entries({ ...wrong, GEOCODER_COUNTRIES: 'Indonesia' })) {
    const read = () => readConfig({ GEOCODER_URL: url, [name]: value })
    expect(read, name).toThrow(new RegExp(`^${name} must be .*\\.$`))
    expect(read, name).not.toThrow(/hidden/)
  }
})

test('KARTA_SEALING_KEY is 32 bytes in base64 or hex, and no message repeats it', () => {
  const bytes = Buffer.alloc(32, 7)
  const read = (more: NodeJS.ProcessEnv) => readConfig(more).sealing.given.map((key) => key.bytes.toString('hex'))
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    expect(read({ KARTA_SEALING_KEY: `${bytes.toString(form)}\n` })).toEqual([bytes.toString('hex')])
  }
  for (const wrong of ['short', bytes.toString('base64').slice(4), `${bytes.toString('hex')}00`]) {
    const sentence = 'KARTA_SEALING_KEY must be 32 random bytes in base64 or hex, as openssl rand -base64 32 prints.'
    expect(() => read({ KARTA_SEALING_KEY: wrong })).toThrow(sentence)
  }
  expect(() => read({ KARTA_SEALING_KEY_PREVIOUS: bytes.toString('hex') })).toThrow('KARTA_SEALING_KEY must be set too')
})

test('every limit has a setting of its own', () => {
  expect(readConfig({}).limits).toMatchObject({
    api: 1200,
    token: 150,
    refresh: 150,
    signUp: 30,
    factors: 75,
    contact: 5,
  })
  for (const [name, { setting }] of Object.entries(limitTable)) {
    expect(readConfig({ [setting]: '7' }).limits).toEqual({ ...readConfig({}).limits, [name]: 7 })
  }
})

test('a routing engine is an address of each profile, and its address is never repeated', () => {
  expect(readConfig({}).routing).toBeUndefined()
  const osrm = { ROUTING_URL: 'http://me:secret@osrm:5000', ROUTING_URL_TRUCK: 'http://osrm-truck:5000' }
  expect(readConfig(osrm).routing).toMatchObject({
    kind: 'osrm',
    urls: { car: osrm.ROUTING_URL, truck: osrm.ROUTING_URL_TRUCK },
    atOnce: 4,
    patienceSeconds: 15,
    cacheDays: 30,
  })
  const wrong: [Record<string, string>, string][] = [
    [{ ROUTING_ENGINE: 'osrm' }, 'ROUTING_URL must be set too'],
    [{ ROUTING_URL: 'osrm:secret' }, 'ROUTING_URL must be an address'],
    [{ ...osrm, ROUTING_ENGINE: 'google' }, 'ROUTING_ENGINE must be one of osrm, valhalla, openrouteservice'],
    [{ ...osrm, ROUTING_ENGINE: 'valhalla' }, 'ROUTING_URL_TRUCK is for OSRM'],
    [{ ...osrm, ROUTING_CONCURRENCY: '0' }, 'ROUTING_CONCURRENCY must be a whole number'],
  ]
  for (const [env, says] of wrong) {
    expect(() => readConfig(env)).toThrow(says)
    expect(() => readConfig(env)).not.toThrow('secret')
  }
})
