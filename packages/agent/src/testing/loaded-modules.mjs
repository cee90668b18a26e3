// Tells which packages a process loads: node --import ./loaded-modules.mjs program.mjs
import { register } from 'node:module'

const hooks = `
import { writeSync } from 'node:fs'
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  writeSync(2, 'loaded ' + found.url + '\\n')
  return found
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
