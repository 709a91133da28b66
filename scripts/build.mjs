/** `npm run build`: builds the app, even if it is up to date. */
import { build } from './lib/build.mjs'
import { main } from './lib/checkout.mjs'
import { exclusively } from './lib/exclusive.mjs'
import { prepare } from './lib/prepare.mjs'

await main(async () => {
  await prepare({ built: false })
  await exclusively(build)
})
