export const toolNames = [
  'describeCollection',
  'list',
  'listRelated',
  'create',
  'update',
  'delete',
  'associate',
  'dissociate',
  'getActionForm',
  'executeAction',
] as const

/** The name of a tool that AI clients can use. */
export type ToolName = (typeof toolNames)[number]
