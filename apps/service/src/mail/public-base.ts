import type { Config } from '../config.js'

/** The public URL for links in mail, which `openMailer` requires. */
export const findPublicBase = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  (publicUrl ?? '').replace(/\/$/, '')
