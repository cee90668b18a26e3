import en from './en.json' with { type: 'json' }

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en
    Locale: string
  }
}

export const messages = en
