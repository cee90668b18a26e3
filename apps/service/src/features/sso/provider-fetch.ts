import { createHttpClient, toFetch } from '@service/http'
import type { CustomFetch } from 'openid-client'
import { isProviderAddress } from './provider-address.js'

/** openid-client ends a request earlier, by its signal. */
const LIMITS = { timeoutMs: 60_000, maxBytes: 1024 * 1024 }

const send = toFetch(createHttpClient({ name: 'the identity provider' }), LIMITS)

/**
 * How we speak to an identity provider: only to addresses it may have, also those its discovery
 * document names, and reading no more than a provider has to say.
 */
export const providerFetch: CustomFetch = async (url, options) => {
  if (!isProviderAddress(url)) throw new TypeError('The provider names an address without https.')
  return send(url, options as RequestInit)
}
