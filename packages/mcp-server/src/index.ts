export type { McpMountOptions } from './options.js'
export { type ToolName, toolNames } from './tool-names.js'
