import type { Vendor } from '../vendor.js'
import { openChunks } from './open-chunks.js'
import { toCompletion } from './to-completion.js'
import { toMessagesRequest } from './to-messages-request.js'

/** The Messages API of Anthropic, used with requests and responses of OpenAI. */
export const anthropic: Vendor = {
  title: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  path: '/v1/messages',
  headers: apiKey => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  toBody: toMessagesRequest,
  toCompletion,
  openChunks,
}
