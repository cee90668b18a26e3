import type { AiModel } from '../ai-provider.js'
import { anthropic } from './anthropic/anthropic.js'
import { openai } from './openai.js'
import type { Vendor } from './vendor.js'

/** Every supported vendor of models. */
export const vendors: Readonly<Record<AiModel['provider'], Vendor>> = { openai, anthropic }
