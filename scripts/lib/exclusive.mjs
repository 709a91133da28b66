/** Allows one installer or builder at a time in a checkout. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, say } from './checkout.mjs'

const OLDEST_MS = 20 * 60_000

/** Runs `work` while no other process of this checkout runs its own. The lock of a dead process is ignored. */
export async function exclusively(work) {
  // The lock is outside the checkout: npm deletes node_modules, and git would see the file in any other folder.
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `mintdesk-prepare-${process.getuid?.() ?? 'user'}-${name}.lock`)
  let told = false
  while (!taken(file)) {
    if (!told) say('Waiting for another npm start or npm test that is preparing this folder…')
    told = true
    await wait(250)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isDead(file)) rmSync(file, { force: true })
    return false
  }
}

function isDead(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > OLDEST_MS) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
