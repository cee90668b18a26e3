import { getKind } from './database-kinds.js'
import { OpenError } from './errors.js'
import type { DatabaseAddress } from './parse-address.js'

type Problem = 'password' | 'database' | 'host' | 'refused' | 'timeout' | 'driver'

/** The codes that drivers and the system use. */
const codes: Readonly<Record<string, Problem>> = {
  '28P01': 'password',
  '28000': 'password',
  '3D000': 'database',
  ER_ACCESS_DENIED_ERROR: 'password',
  ER_BAD_DB_ERROR: 'database',
  ELOGIN: 'password',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'refused',
  ESOCKET: 'refused',
  ENOTFOUND: 'host',
  EAI_AGAIN: 'host',
  ETIMEDOUT: 'timeout',
  ETIMEOUT: 'timeout',
}

const messages: readonly (readonly [RegExp, Problem])[] = [
  [/needs the package/, 'driver'],
  [/rejected the user or the password|must be a string|password authentication/, 'password'],
  [/timed? ?out|timeout/i, 'timeout'],
]

/** What went wrong when a database was opened; undefined when nothing more can be said than the error does. */
export function findProblem(error: unknown): Problem | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? codes[String(each.code)] : undefined
    if (code !== undefined) return code
    const found = messages.find(([pattern]) => pattern.test((each as Error).message))
    if (found) return found[1]
    if (each instanceof AggregateError && each.errors.length > 0) return findProblem(each.errors[0])
  }
  return undefined
}

/** The sentence for a person; it never contains the password. */
export function explainFailure(error: unknown, address: DatabaseAddress): OpenError {
  const { label, user, name, kind } = address
  const { passwordVariable, label: product } = getKind(kind)
  const sentences: Readonly<Record<Problem, string>> = {
    password:
      address.password === undefined
        ? `${label}: a password is needed. Put it into the variable ${passwordVariable}, into the address, or run the command in a terminal, which asks for it.`
        : `${label}: the database refuses the password of '${user ?? ''}'.`,
    database: `${label}: the server has no database '${name}'.`,
    host: `${label}: no machine of this name is found. Check the host in the address.`,
    refused: `${label}: no database answers there. Is the server running, and does the address have the right host and port?`,
    timeout: `${label}: the server did not answer in time. Check host, port and firewall.`,
    driver: `${label}: ${product} needs one more package. Run: npx --package @service/cli --package tedious backoffice open …`,
  }
  const problem = findProblem(error)
  const reason = error instanceof Error ? error.message : String(error)
  const sentence = problem === undefined ? `${label}: ${reason}` : sentences[problem]
  return new OpenError(hidePassword(sentence, address), { cause: error })
}

/** Texts of drivers may repeat an address. */
function hidePassword(text: string, { password }: DatabaseAddress): string {
  if (!password) return text
  return text.replaceAll(password, '…').replaceAll(encodeURIComponent(password), '…')
}
