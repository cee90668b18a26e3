import type { Agent } from '@service/agent'

/** The data of an agent, and how to let go of them. */
export interface AgentData {
  addTo(agent: Agent): void
  close(): Promise<void>
}

/** Makes the data of an agent in a folder of its own. Undefined when this machine lacks the database. */
export type MakeData = (folder: string) => Promise<AgentData | undefined>
