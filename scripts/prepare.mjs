/**
 * Makes a checkout ready: installs packages and builds; `--browser` also installs a Chromium for tests; `--packages` only installs
 * packages. Runs before `npm start` and `npm test` with the Node that the person has (≥ 20).
 */
import { main } from './lib/checkout.mjs'
import { prepare } from './lib/prepare.mjs'

await main(() => prepare({ built: !process.argv.includes('--packages'), browser: process.argv.includes('--browser') }))
