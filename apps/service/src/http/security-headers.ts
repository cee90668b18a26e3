import type { Config } from '../config.js'

/** What HTML of ours may do when it does not say so itself: nothing but be shown. */
export const STRICT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every answer, made once. */
export function securityHeaders({ publicUrl }: Config): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(publicUrl?.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000',
    }),
  }
}
