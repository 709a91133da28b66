import { CoreError } from '../lib/errors.ts'
import { isNewEnough, neededNode } from './needed-node.ts'

/**
 * Checks that this Node is new enough; Electron has its own.
 * @param versions `process.versions`
 * @throws CoreError `runtime.old`
 */
export function checkRuntime({ node = '0', electron }: { node?: string; electron?: string }): void {
  if (isNewEnough(node)) return
  const name = electron === undefined ? `Node.js ${node}` : `Electron ${electron} (Node.js ${node})`
  throw new CoreError('runtime.old', `${name} is too old for Mintdesk: install Node.js ${neededNode} or newer.`)
}
