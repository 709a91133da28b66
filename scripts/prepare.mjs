/**
 * Makes a checkout ready: packages and build; with `--browser` a Chromium for the tests as well; with `--packages` nothing
 * but packages. Runs before `npm start` and `npm test` on whatever Node the person has (≥ 20).
 */
import { main } from './lib/checkout.mjs'
import { prepare } from './lib/prepare.mjs'

await main(() => prepare({ built: !process.argv.includes('--packages'), browser: process.argv.includes('--browser') }))
