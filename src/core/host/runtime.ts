import { CoreError } from '../lib/errors.ts'

/** better-sqlite3 13 is built against Node-API 10, which Node has since 22.14 and Electron since 35. */
export const neededNodeApi = 10

/**
 * Checks that this Node can load the database's native part.
 * @param versions `process.versions`
 * @throws CoreError `runtime.old`
 */
export function checkRuntime(versions: { napi?: string; node?: string; electron?: string }): void {
  const napi = Number(versions.napi ?? 0)
  if (napi >= neededNodeApi) return
  const name = versions.electron === undefined ? `Node.js ${versions.node}` : `Electron ${versions.electron}`
  throw new CoreError(
    'runtime.old',
    `${name} is too old for Mintdesk: it offers Node-API ${napi}, and ${neededNodeApi} is needed. Install Node.js 22.14 or newer.`,
  )
}
