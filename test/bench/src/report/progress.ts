/** Shows where the run is: one line that is written over on a terminal, lines elsewhere. */
export function showProgress(text: string): void {
  if (!process.stdout.isTTY) return void console.log(text)
  process.stdout.write(`\r\x1b[2K${text}`)
}

/** Makes room for lines that stay. */
export function endProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')
}
