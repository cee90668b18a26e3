import type { ToolName } from './tool-names.js'

/** How the MCP server is mounted on an agent. */
export interface McpMountOptions {
  /** The tools clients see. Default: the variable `SERVICE_MCP_ENABLED_TOOLS`, else all. */
  readonly enabledTools?: readonly ToolName[]
  /** A path before all routes, such as `/ai`. Default: none. */
  readonly basePath?: string
  /** The origin clients reach the agent at. Default: that of the environment's agent address. */
  readonly publicUrl?: string
  /** Lifetimes are never longer than these. */
  readonly tokenTtl?: {
    readonly accessTokenSeconds?: number
    readonly refreshTokenSeconds?: number
  }
  /** Domains that clients may come back to. Default: any. */
  readonly allowedOAuthClients?: readonly string[]
}
