import { panelRoot } from '../places/address.js'
import { type Database, databases, type Host, hosts } from './stacks.js'

/** Where the wizard is; `routes.tsx` knows it too. A project of this name is opened in one of its environments. */
export const wizardPath = `${panelRoot}/connect`

export const wizardSteps = ['project', 'database', 'connect', 'people'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** What the address of the wizard says. Secrets never stand in it. */
export interface WizardState {
  readonly step: WizardStep
  readonly environmentId?: number
  readonly host?: Host
  readonly database?: Database
}

/**
 * Reads where a person is in the wizard. A step that needs what is missing falls back to the one before.
 *
 * @example
 * parseWizardState('?environment=3&host=express&database=sqlite')
 * // { step: 'connect', environmentId: 3, host: 'express', database: 'sqlite' }
 */
export function parseWizardState(search: string): WizardState {
  const parameters = new URLSearchParams(search)
  const environment = parameters.get('environment') ?? ''
  if (!/^\d{1,15}$/.test(environment)) return { step: 'project' }
  const host = hosts.find(each => each === parameters.get('host'))
  const database = databases.find(each => each === parameters.get('database'))
  const chosen = { ...(host && { host }), ...(database && { database }) }
  const environmentId = Number(environment)
  const wanted = parameters.get('step')
  if (wanted === 'people') return { step: 'people', environmentId, ...chosen }
  const isChosen = host !== undefined && database !== undefined && wanted !== 'database'
  return { step: isChosen ? 'connect' : 'database', environmentId, ...chosen }
}

/** Formats the address of a step, the inverse of `parseWizardState`. */
export function formatWizardAddress({ step, environmentId, host, database }: WizardState): string {
  if (environmentId === undefined) return wizardPath
  const parameters = new URLSearchParams({
    environment: String(environmentId),
    ...(host && { host }),
    ...(database && { database }),
    ...((step === 'people' || (step === 'database' && host && database)) && { step }),
  })
  return `${wizardPath}?${parameters}`
}
