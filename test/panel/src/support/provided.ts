import type {} from 'vitest'

/** The shop of `examples/store` with its service, as `npm start` runs them. */
export interface PanelShop {
  readonly serviceUrl: string
  readonly agentUrl: string
  readonly projectName: string
  readonly environmentName: string
  readonly email: string
  readonly password: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent when there is no browser. */
    panelShop: PanelShop | undefined
    /** Where the browser of the run can be connected to. Absent when there is none. */
    browserUrl: string | undefined
  }
}
