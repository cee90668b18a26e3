import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Paths from the build, which lies in `dist/servers`. */
export const benchDir: string = folder('../..')
export const defaultDataDir: string = folder('../../.data')
export const peersDir: string = folder('../../peers')
export const limitProgram: string = folder('../limit/server.js')
export const oursProgram: string = folder('../ours/server.js')
export const serviceLimitProgram: string = folder('../service/limit-server.js')
/** Where `scripts/install-mongod.mjs` puts what it installs. */
export const mongoDir: string = folder('../../../../.cache/mongod')
export const serviceProgram: string = folder('../../../../apps/service/dist/main.js')
