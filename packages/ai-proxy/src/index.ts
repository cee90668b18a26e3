export type { AiProvider } from './ai-provider.js'
