import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { certificate, renewed } from '../testing/certificates.ts'
import { readCertificate, renewCertificate, servedWith } from './certificate.ts'
import { watchConnections } from './connections.ts'

function filesOf({ cert, key }: { cert: string; key: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'karta-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

/** Asks over a connection of its own. Returns the body and the name in the certificate. */
function ask(port: number, ca: string) {
  return new Promise<{ body: string; name: string }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', ca, agent: false }, (reply) => {
      const name = String((reply.socket as TLSSocket).getPeerCertificate().subject.CN)
      reply.setEncoding('utf8').once('data', (body: string) => resolve({ body, name }))
    })
      .on('error', reject)
      .end()
  })
}

test('with a certificate Karta serves HTTPS, counts its connections, and takes a renewed one without a restart', async () => {
  const files = filesOf(certificate)
  const app = Fastify(servedWith({}, files))
  const connections = watchConnections(app, { total: 10, perAddress: 10, behindProxies: false })
  renewCertificate(app, files, 5)
  app.get('/', (request) => `${request.protocol} ${[...connections.sockets.values()].map(({ requests }) => requests)}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  expect(await ask(port, certificate.cert)).toEqual({ body: 'https 1', name: 'localhost' })

  writeFileSync(files.key, 'half a file')
  writeFileSync(files.cert, renewed.cert)
  writeFileSync(files.key, renewed.key)
  await vi.waitFor(async () => {
    expect((await ask(port, certificate.cert + renewed.cert)).name).toBe('renewed.localhost')
  })
})

test('a certificate that cannot be used is refused with its setting', () => {
  const files = filesOf(certificate)
  const reading = (changed: object) => () => readCertificate({ ...files, ...changed })
  expect(reading({ cert: '/nowhere.pem' })).toThrow(/^TLS_CERT cannot be read: ENOENT/)
  expect(reading({ cert: files.key })).toThrow(/^TLS_CERT must be the path of a certificate as PEM/)
  expect(reading({ key: files.cert })).toThrow(/^TLS_KEY must be the path of a private key without a passphrase/)
  expect(reading({ key: filesOf(renewed).key })).toThrow('TLS_KEY is not the key of the certificate in TLS_CERT.')
})

test('TLS_CERT and TLS_KEY go together, and make the address https', () => {
  expect(() => readConfig({ TLS_KEY: 'key.pem' })).toThrow(
    'TLS_CERT must be set too: TLS_KEY and TLS_CERT go together.',
  )
  expect(readConfig({ TLS_CERT: '/cert.pem', TLS_KEY: '/key.pem' })).toMatchObject({
    publicUrl: 'https://localhost:3000',
    tls: { cert: '/cert.pem', key: '/key.pem' },
  })
})
