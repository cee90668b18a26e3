import { askHidden, type CommandIo } from '@service/service/cli'
import { getKind } from './database-kinds.js'
import { type DatabaseAddress, withPassword } from './parse-address.js'

/** The address with the password of the environment, when it has a user and no password. */
export function completeFromEnvironment(
  address: DatabaseAddress,
  { environment }: Pick<CommandIo, 'environment'>,
): DatabaseAddress {
  const { passwordVariable } = getKind(address.kind)
  if (passwordVariable === undefined || address.password || !address.user) return address
  const password = environment[passwordVariable]
  return password ? withPassword(address, password) : address
}

/** Asks a person at a terminal; undefined where there is none. */
export async function askPassword(
  address: DatabaseAddress,
  io: CommandIo,
): Promise<DatabaseAddress | undefined> {
  if (!io.input.isTTY || !address.user) return undefined
  const password = await askHidden(io, `Password of ${address.label}: `)
  return password === '' ? undefined : withPassword(address, password)
}
