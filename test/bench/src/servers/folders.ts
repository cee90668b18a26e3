import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Paths from the build, which lies in `dist/servers`. */
export const benchDir: string = folder('../..')
export const defaultDataDir: string = folder('../../.data')
export const peersDir: string = folder('../../peers')
export const limitProgram: string = folder('../limit/server.js')
/** The checkout this build belongs to. */
export const rootDir: string = folder('../../../..')
/** Where our programs run on the packages as they are published; below the root, whose drivers they share. */
export const oursDir: string = join(rootDir, 'build/bench')
export const oursProgram: string = join(oursDir, 'dist/ours/server.js')
/** Our agent with more of something. */
export const growthProgram: string = join(oursDir, 'dist/ours/growth-server.js')
/** Loaded into a program whose time is to be explained. */
export const recorderProgram: string = folder('../profile/record-profile.js')
/** The service that a guarded agent asks. */
export const guardProgram: string = folder('../variants/guarding-service.js')
export const serviceLimitProgram: string = folder('../service/limit-server.js')
/** Where `scripts/install-mongod.mjs` puts what it installs. */
export const mongoDir: string = folder('../../../../.cache/mongod')
export const storeProgram: string = folder('../../../../examples/store/dist/main.js')
export const buildPanelProgram: string = folder('../../../../scripts/build-panel.mjs')
export const panelAgentProgram: string = folder('../panel/agent-server.js')
export const serviceProgram: string = folder('../../../../apps/cli/dist/main.js')
