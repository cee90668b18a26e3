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

/** Something an AI client can be allowed to do. */
export type ToolName = (typeof toolNames)[number]
