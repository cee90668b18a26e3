export type { AiModel, AiProvider, AiQuery } from './ai-provider.js'
export { createAiProvider } from './create-ai-provider.js'
export type { AiProviderOptions } from './options.js'
export type { GenerationOptions } from './request/chat-request.js'
