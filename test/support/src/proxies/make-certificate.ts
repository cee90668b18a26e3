import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A certificate that signs itself, and the files it is in. */
export interface Certificate {
  readonly certificatePath: string
  readonly keyPath: string
  /** What clients must trust. */
  readonly ca: string
}

/** Makes a certificate for hosts and IP addresses. */
export async function makeCertificate(
  folder: string,
  names: readonly string[],
): Promise<Certificate> {
  const certificatePath = join(folder, 'certificate.pem')
  const keyPath = join(folder, 'key.pem')
  const subjects = names.map(name => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`))
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=test', '-keyout', keyPath, '-out', certificatePath],
    ...['-addext', `subjectAltName=${subjects.join(',')}`],
  ])
  return { certificatePath, keyPath, ca: await readFile(certificatePath, 'utf8') }
}
