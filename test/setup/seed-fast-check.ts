import { configureGlobal } from 'fast-check'
import { fuzzSeed } from '../support/src/fuzz-seed.js'

/** Properties that name no seed of their own are tested with the seed of the run. */
configureGlobal({ seed: fuzzSeed })
