import type { ServicePort } from '@service/service-client'
import type { ResolvedOptions } from '../options.js'

/** The origins of the panel; none when the option `panel` is false or the service has no panel. */
export function listPanelOrigins(
  { panel }: Pick<ResolvedOptions, 'panel'>,
  service: ServicePort | undefined,
): readonly string[] {
  return (panel ? service?.panel?.origins : undefined) ?? []
}

/** Loads the origins of the panel and keeps them current, unless the option `panel` is false. */
export async function followPanelOrigins(
  { panel }: Pick<ResolvedOptions, 'panel'>,
  service: ServicePort,
): Promise<void> {
  if (panel) await service.panel?.follow()
}
