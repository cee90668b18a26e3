import type { CustomFetch } from 'openid-client'
import { isProviderAddress } from './provider-address.js'

const MAX_ANSWER = 1024 * 1024

/**
 * How we speak to an identity provider: only to addresses it may have, also those its discovery
 * document names, and reading no more than a provider has to say.
 */
export const providerFetch: CustomFetch = async (url, options) => {
  if (!isProviderAddress(url)) throw new TypeError('The provider names an address without https.')
  const response = await fetch(url, options as RequestInit)
  if (!response.body) return response
  const { status, headers } = response
  return new Response(await readBounded(response.body), { status, headers })
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw new TypeError('The provider answers more than can be meant.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
