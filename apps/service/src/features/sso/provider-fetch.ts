import { createHttpClient, toFetch } from '@service/http'
import type { CustomFetch } from 'openid-client'
import { isProviderAddress } from './provider-address.js'

/** openid-client aborts a request earlier, by its signal. */
const LIMITS = { timeoutMs: 60_000, maxBytes: 1024 * 1024 }

const send = toFetch(createHttpClient({ name: 'the identity provider' }), LIMITS)

/**
 * The fetch function for identity providers: it allows only permitted URLs, including those in the discovery
 * document, and limits the size of responses.
 */
export const providerFetch: CustomFetch = async (url, options) => {
  if (!isProviderAddress(url))
    throw new TypeError('The discovery document of the provider contains a URL without https.')
  return send(url, options as RequestInit)
}
