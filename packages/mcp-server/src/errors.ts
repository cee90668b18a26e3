import { ServiceError } from '@service/base'

/** An invalid option or variable of the MCP server. */
export class McpConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/** The public URL that clients need is unknown; the log says why. */
export class AddressUnknownError extends ServiceError {
  override readonly name = 'AddressUnknownError'
  readonly code = 'mcp_address_unknown'
  readonly status = 503
  readonly headers = { 'retry-after': '5' } as const

  constructor(options?: ErrorOptions) {
    super('The MCP server does not know its public address. Its log says what to set.', options)
  }
}

/** A web page of another site sent a request to an MCP server that is for this machine only. */
export class ForeignRequestError extends ServiceError {
  override readonly name = 'ForeignRequestError'
  readonly code = 'mcp_foreign_request'
  readonly status = 403

  constructor(header: 'Host' | 'Origin', value: string, publicUrl: string) {
    super(
      `The ${header} is '${value.slice(0, 200)}', and this MCP server is for this machine alone: its ` +
        `public address is ${publicUrl}. For clients elsewhere, set the public address to where they reach it.`,
    )
  }
}
