import { getBootPath } from '@service/protocol'

/**
 * The headers of the panel's page. It may run its own scripts, connect to the service and to these agents,
 * and nothing else; text becomes a script only through the named Trusted Types policies.
 */
export function pageHeaders(
  agentOrigins: readonly string[],
  { pathname }: URL,
  basePath: string,
): Record<string, string> {
  return {
    'Content-Security-Policy': pagePolicy(agentOrigins),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
    'Referrer-Policy': 'no-referrer',
    // What the panel asks for first is on its way while its scripts are loaded.
    Link: `<${basePath}${getBootPath(pathname)}>; rel=preload; as=fetch; crossorigin`,
  }
}

const pagePolicy = (agentOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data: blob: https:",
    'media-src https: blob:',
    `connect-src ${["'self'", ...agentOrigins].join(' ')}`,
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types panel dompurify ProseMirrorClipboard',
  ].join('; ')

/** Photos can be taken for file fields; nothing else that asks the person for permission is used. */
const PERMISSIONS = [
  'camera=(self)',
  ...[
    'accelerometer',
    'autoplay',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map(feature => `${feature}=()`),
].join(', ')

/**
 * The policies of the pages that run in frames of the panel, given the source that allows their inline script.
 * `sandbox` gives them an origin of their own even when somebody opens them outside of a frame, so they reach
 * neither the session nor the storage of the panel.
 */
export const sandboxPolicies = {
  /** Shows HTML that an action returned: inline styles and images, links in new windows. */
  html: (script: string) =>
    sandboxPolicy(script, "style-src 'unsafe-inline'; img-src https: data:", POPUPS),
  /** Calls the webhook that an action returned, without credentials. */
  webhook: (script: string) => sandboxPolicy(script, 'connect-src https: http:', ''),
} as const

const POPUPS = ' allow-popups allow-popups-to-escape-sandbox'

const sandboxPolicy = (script: string, sources: string, permissions: string) =>
  `default-src 'none'; script-src ${script}; ${sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts${permissions}`
