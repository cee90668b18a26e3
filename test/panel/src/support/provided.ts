import type {} from 'vitest'

/** The shop of `examples/store` with its service, as `npm start` runs them. */
export interface PanelShop {
  readonly serviceUrl: string
  readonly agentUrl: string
  readonly projectName: string
  readonly environmentName: string
  readonly email: string
  readonly password: string
  /** Of the public API, which reads the activity log. */
  readonly apiToken: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with data folders of the service; `migrated` has one with its tables. */
    embeddedTemplates: string
    /** The program of Chromium. Absent when there is none. */
    chromium: string | undefined
    /** Where Firefox can be connected to. Absent when it is not installed, or not needed. */
    firefoxUrl: string | undefined
    /** Where tests ask for people and for further agents. Absent when there is no browser. */
    controlUrl: string | undefined
    /** Where the service of the run keeps its data. Absent when there is no browser. */
    panelDataDir: string | undefined
  }
}
