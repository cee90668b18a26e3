/** A word for bash, zsh and fish in single quotes. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
