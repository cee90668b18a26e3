export type { Agent } from '@service/agent'
