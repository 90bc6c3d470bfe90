import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { ServerOptions } from 'node:http'
import { Server } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { StartError } from '../start-error.ts'

/** Paths of a certificate with its chain, and of its private key, as PEM. */
export type TlsFiles = { cert: string; key: string }

/** How often the files are looked at, in milliseconds: whoever renews certificates does it days ahead. */
const lookEveryMs = 60_000
/** A client that connects and then does not agree on keys. */
const handshakeMs = 10_000

/**
 * Options for a server that speaks HTTPS if there is a certificate, and HTTP if not.
 * @throws StartError if the certificate or its key cannot be used
 */
export function servedWith(http: ServerOptions, tls: TlsFiles | undefined) {
  if (!tls) return { http }
  const { cert, key } = readCertificate(tls)
  return { https: { ...http, cert, key, minVersion: 'TLSv1.2' as const, handshakeTimeout: handshakeMs } }
}

/**
 * Reads a certificate and its key, and checks that they belong together.
 * @throws StartError naming the setting and what is wrong with it
 */
export function readCertificate(files: TlsFiles): { cert: string; key: string; leaf: X509Certificate } {
  const cert = read('TLS_CERT', files.cert)
  const key = read('TLS_KEY', files.key)
  const leaf = parsed('TLS_CERT', 'a certificate', files.cert, () => new X509Certificate(cert))
  const secret = parsed('TLS_KEY', 'a private key without a passphrase', files.key, () => createPrivateKey(key))
  if (!leaf.checkPrivateKey(secret)) throw new StartError('TLS_KEY is not the key of the certificate in TLS_CERT.')
  return { cert, key, leaf }
}

function read(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(`${setting} cannot be read: ${(error as Error).message}.`)
  }
}

function parsed<T>(setting: string, what: string, path: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new StartError(`${setting} must be the path of ${what} as PEM; ${path} is not.`)
  }
}

/** Serves a renewed certificate to new connections, without a restart. A wrong one changes nothing. */
export function renewCertificate(app: FastifyInstance, files: TlsFiles, everyMs = lookEveryMs): void {
  const renew = () => {
    try {
      const { cert, key } = readCertificate(files)
      if (app.server instanceof Server) app.server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' })
      app.log.info('renewed the certificate')
    } catch (error) {
      app.log.error({ err: error }, 'a renewed certificate could not be read: start Karta again to use it')
    }
  }
  for (const path of [files.cert, files.key]) {
    watchFile(path, { interval: everyMs, persistent: false }, renew)
    app.addHook('onClose', async () => unwatchFile(path, renew))
  }
}
