import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Paths from the build, which lies in `dist/servers`. */
export const benchDir: string = folder('../..')
export const defaultDataDir: string = folder('../../.data')
export const peersDir: string = folder('../../peers')
export const limitProgram: string = folder('../limit/server.js')
/** Where our programs run on the packages as they are published; below the root, whose drivers they share. */
export const oursDir: string = folder('../../../../build/bench')
export const oursProgram: string = join(oursDir, 'dist/ours/server.js')
/** Our agent with more of something. */
export const growthProgram: string = join(oursDir, 'dist/ours/growth-server.js')
/** The service that a guarded agent asks. */
export const guardProgram: string = folder('../variants/guarding-service.js')
export const bundleProgram: string = folder('../../../../scripts/bundle-packages.mjs')
export const serviceLimitProgram: string = folder('../service/limit-server.js')
/** Where `scripts/install-mongod.mjs` puts what it installs. */
export const mongoDir: string = folder('../../../../.cache/mongod')
export const storeProgram: string = folder('../../../../examples/store/dist/main.js')
export const buildPanelProgram: string = folder('../../../../scripts/build-panel.mjs')
export const panelAgentProgram: string = folder('../panel/agent-server.js')
export const serviceProgram: string = folder('../../../../apps/cli/dist/main.js')
