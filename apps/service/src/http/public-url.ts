import type { Config } from '../config.js'
import type { RequestInfo } from './request-info.js'

/** The public URL of the service: as configured, or derived from this request. */
export const findPublicUrl = ({ publicUrl }: Config, request: RequestInfo): string =>
  (publicUrl ?? request.url.origin).replace(/\/$/, '')
