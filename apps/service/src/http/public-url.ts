import type { Config } from '../config.js'
import type { RequestInfo } from './request-info.js'

/** The public URL of the service: as configured, or derived from this request. */
export const findPublicUrl = ({ publicUrl }: Config, request: RequestInfo): string =>
  (publicUrl ?? request.url.origin).replace(/\/$/, '')

/**
 * The origins of the pages of the panel: that of the public URL or, without one, both names that people type
 * for their own machine.
 */
export function listPanelOrigins({ publicUrl }: Config, { localPort }: RequestInfo): string[] {
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return ['127.0.0.1', 'localhost'].map(host => new URL(`http://${host}:${localPort}`).origin)
}
