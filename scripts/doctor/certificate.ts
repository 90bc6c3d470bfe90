import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Config } from '#server/config.ts'
import { readCertificate } from '#server/http/certificate.ts'
import { about, reasonOf, type Finding } from './finding.ts'

const dayMs = 86_400_000
const soonDays = 14

/** Whether the certificate can be used, is valid now and for long enough, and is for the address that people open. */
export async function checkCertificate({ tls, publicUrl }: Config, now = Date.now()): Promise<Finding[]> {
  const { right, warning, wrong } = about('HTTPS')
  const { protocol, hostname } = new URL(publicUrl)
  if (!tls) {
    if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return []
    return [
      warning(
        'phones give the driver’s app no position, no camera and no work without a network',
        'set TLS_CERT and TLS_KEY, or put a proxy with a certificate in front, and set PUBLIC_URL to https://…',
      ),
    ]
  }
  try {
    const { cert, leaf } = readCertificate(tls)
    const daysLeft = Math.floor((Date.parse(leaf.validTo) - now) / dayMs)
    if (now < Date.parse(leaf.validFrom))
      return [wrong(`the certificate is valid only from ${leaf.validFrom}`, 'check the clock')]
    if (daysLeft < 0) return [wrong(`the certificate expired on ${leaf.validTo}`, 'renew it')]
    const host = hostname.replace(/^\[|\]$/g, '')
    if (!(isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)))
      return [wrong(`the certificate is not for ${host}`, 'use one for this name, or correct PUBLIC_URL')]
    if (lacksChain(leaf, cert))
      return [
        warning(
          'TLS_CERT lacks the certificate of the authority that signed it, so phones may refuse it',
          'use the file with the whole chain, which is often called fullchain.pem',
        ),
      ]
    if (daysLeft < soonDays) return [warning(`the certificate expires in ${daysLeft} days`, 'renew it')]
    return [right(`a certificate for ${host}, valid for ${daysLeft} days`)]
  } catch (error) {
    return [wrong(reasonOf(error), 'correct TLS_CERT and TLS_KEY')]
  }
}

/** Whether a client that knows only the usual authorities cannot get from the certificate to one of them. */
function lacksChain(leaf: X509Certificate, pem: string): boolean {
  if (leaf.checkIssued(leaf) || pem.split('-----BEGIN CERTIFICATE-----').length > 2) return false
  return !rootCertificates.some((root) => leaf.checkIssued(new X509Certificate(root)))
}
