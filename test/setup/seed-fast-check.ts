import { configureGlobal } from 'fast-check'
import { fuzzSeed } from '../support/src/fuzz-seed.js'
import { chooseRounds } from '../support/src/rounds.js'

/** Properties that name no seed of their own are tested with the seed of the run, and few rounds when people wait. */
configureGlobal({ seed: fuzzSeed, numRuns: chooseRounds(25, 100) })
