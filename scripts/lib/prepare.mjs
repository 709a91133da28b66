/** Makes a checkout ready to run; does only what is needed. */
import { build, buildIsDue } from './build.mjs'
import { findChromium, installChromium } from './chromium.mjs'
import { exclusively } from './exclusive.mjs'
import { install, installIsDue } from './install.mjs'

/**
 * Installs packages, and builds what is missing or older than its sources.
 * @param {{built?: boolean, browser?: boolean}} wanted `built`: also build the app (default); `browser`: also install a Chromium for tests
 */
export async function prepare({ built = true, browser = false } = {}) {
  const lacksBuild = () => built && buildIsDue()
  const lacksBrowser = async () => browser && (await findChromium()) === undefined
  if (!installIsDue() && !lacksBuild() && !(await lacksBrowser())) return
  await exclusively(async () => {
    if (installIsDue()) install()
    if (lacksBuild()) build()
    if (await lacksBrowser()) await installChromium()
  })
}
