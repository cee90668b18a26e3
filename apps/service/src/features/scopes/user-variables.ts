/** What a scope may know of the person who looks, and of the team they look as. */
const names: readonly RegExp[] = [
  /^currentUser\.(?:id|email|firstName|lastName|fullName|permissionLevel|roleId)$/,
  /^currentUser\.tags\.[A-Za-z0-9_.-]{1,100}$/,
  /^currentUser\.team\.(?:id|name)$/,
]

/** For messages and the documentation. */
export const userVariables =
  '{{currentUser.id|email|firstName|lastName|fullName|permissionLevel|roleId}}, {{currentUser.tags.<tag>}}, {{currentUser.team.id|name}}'

/** The first variable of a text that does not exist. What follows braces that nothing closes is one. */
export function unknownVariableIn(text: string): string | undefined {
  const [, ...parts] = text.split('{{')
  for (const part of parts) {
    const end = part.indexOf('}}')
    const name = end < 0 ? part : part.slice(0, end)
    if (end < 0 || !names.some(pattern => pattern.test(name))) return name
  }
  return undefined
}
