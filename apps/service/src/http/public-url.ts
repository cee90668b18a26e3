import type { Config } from '../config.js'
import type { RequestFacts } from './request-facts.js'

/** The public URL of the service: as configured, or derived from this request. */
export const publicUrlOf = ({ publicUrl }: Config, request: RequestFacts): string =>
  (publicUrl ?? request.url.origin).replace(/\/$/, '')
