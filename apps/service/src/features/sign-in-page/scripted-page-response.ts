import type { Html } from '../reference/html.js'
import { pageResponse, policyFor } from './page.js'
import { passkeyScriptSource } from './passkey-script.js'

const POLICY = `${policyFor("'self'")}; ${passkeyScriptSource}`

/** A page as a response whose policy allows the script for passkeys. */
export const scriptedPageResponse = (
  status: number,
  page: Html,
  headers: Readonly<Record<string, string>> = {},
): Response => pageResponse(status, page, { 'Content-Security-Policy': POLICY, ...headers })
